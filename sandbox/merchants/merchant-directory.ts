import { createHash } from 'node:crypto';

/** A merchant at the provider: one API token, one shop, one terminal. */
export interface Merchant {
  readonly merchantId: string;
  readonly shopId: string;
  readonly terminalId: string;
}

/** Finds the merchant of an API token. No other part of the sandbox keeps tokens. */
export class MerchantDirectory {
  private readonly merchantsByToken: ReadonlyMap<string, Merchant>;

  constructor(apiTokens: readonly string[]) {
    this.merchantsByToken = new Map(apiTokens.map((token, position) => [token, merchantAt(position)]));
  }

  list(): readonly Merchant[] {
    return [...this.merchantsByToken.values()];
  }

  findByToken(token: string | undefined): Merchant | null {
    return token === undefined ? null : (this.merchantsByToken.get(token) ?? null);
  }
}

/**
 * Derives ids from the token's position, never from its text. So the book contains nothing derived from a secret, a
 * merchant keeps its orders after a restart, and replacing a token in place rotates it.
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
  // UUID version 8 (custom) and the RFC 9562 variant, so that strict validators accept it.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
