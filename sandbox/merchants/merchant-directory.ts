import { createHash } from 'node:crypto';

/** A merchant at the provider: one API token, one shop, one terminal. */
export interface Merchant {
  readonly merchantId: string;
  readonly shopId: string;
  readonly terminalId: string;
}

/** Knows which merchant an API token belongs to. Tokens stay in here: nothing else of the sandbox keeps them. */
export class MerchantDirectory {
  private readonly merchantsByToken: ReadonlyMap<string, Merchant>;

  constructor(apiTokens: readonly string[]) {
    this.merchantsByToken = new Map(apiTokens.map((token, position) => [token, merchantAt(position)]));
  }

  /** Every merchant, in the order of their tokens. */
  list(): readonly Merchant[] {
    return [...this.merchantsByToken.values()];
  }

  /** The merchant whose token this is; null for a missing or unknown token. */
  findByToken(token: string | undefined): Merchant | null {
    return token === undefined ? null : (this.merchantsByToken.get(token) ?? null);
  }
}

/**
 * Ids follow the position of the token, never its text: the book holds nothing derived from a secret, a merchant keeps
 * its orders after a restart, and replacing a token in place is a rotation.
 */
function merchantAt(position: number): Merchant {
  return {
    merchantId: stableUuid(`merchant ${position}`),
    shopId: stableUuid(`shop ${position}`),
    terminalId: stableUuid(`terminal ${position}`),
  };
}

function stableUuid(name: string): string {
  const hex = createHash('sha256').update(`sandbox ${name}`).digest('hex');
  // Version 8 (made by the application's own rule) and the RFC 9562 variant, so that strict validators take it.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
