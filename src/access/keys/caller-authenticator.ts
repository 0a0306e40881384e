import { Injectable } from '@nestjs/common';
import { soleMutationOf } from '../../platform/graphql/documents/sole-mutation.js';
import {
  AccessRefusedError,
  type Caller,
  CallerAuthenticator,
  type CallerSession,
  type Credentials,
  PERSON_BLOCKED,
} from '../../platform/graphql/request-context.js';
import { isAllowedAddress } from './domain/allowed-addresses.js';
import { type Credential, CredentialLookup, type CredentialMatch } from './credential-lookup.js';
import { RefusedAttempts } from '../authority/refused-attempts.js';
import { RequestLimits } from '../limits/request-limits.js';
import { OPEN_OPERATIONS } from '../scopes/requires.decorator.js';
import { DashboardSessionsRepository } from '../sessions/persistence/dashboard-sessions.repository.js';
import { RENEW_AFTER_SECONDS } from '../sessions/session-times.js';

// Every replica rejects a revoked key within this time. The alternative would be a query for each request.
const CACHE_MS = 5_000;

// Limits the memory that many different keys can use. A busy merchant has a few dozen.
const CACHE_SIZE = 1_000;

const BARRED = {
  DUTIES_COMBINED: 'This token holds roles that nobody may hold together.',
  PERSON_BLOCKED,
} as const;

type Recognised = CredentialMatch & { readonly kind: 'caller' };

/**
 * Authenticates callers by API key, dashboard session or identity provider token. Keys and sessions are stored and
 * looked up as keyed hashes.
 */
@Injectable()
export class KeyedCallerAuthenticator extends CallerAuthenticator {
  readonly #recognised = new Map<string, Recognised & { until: number }>();
  /** Lookups in progress. The map is replaced as soon as their results may be outdated. */
  #lookups = new Map<string, Promise<CredentialMatch>>();

  constructor(
    private readonly credentials: CredentialLookup,
    private readonly sessions: DashboardSessionsRepository,
    private readonly limits: RequestLimits,
    private readonly refusals: RefusedAttempts,
  ) {
    super();
  }

  async authenticate(credentials: Credentials, clientAddress: string): Promise<Caller | null> {
    const credential = this.credentials.read(credentials);
    if (!credential) return null;
    const caller = await this.recognise(credential, clientAddress);
    if (!caller?.session || !isDueForRenewal(caller.session)) return caller;
    await this.sessions.renew(caller.session.secretHash);
    this.outdate(credential);
    return this.recognise(credential, clientAddress);
  }

  /** Returns the caller like `authenticate`, but without marking a session as used. */
  async identify(credentials: Credentials, clientAddress: string): Promise<Caller | null> {
    const credential = this.credentials.read(credentials);
    return credential && this.recognise(credential, clientAddress);
  }

  async recheck(credentials: Credentials, clientAddress: string): Promise<Caller | null> {
    const credential = this.credentials.read(credentials);
    if (!credential) return null;
    const found = await this.find(credential, () => this.lookUp(credential));
    if (found.kind !== 'caller' || hasEnded(found)) return null;
    return isAllowedAddress(clientAddress, found.allowedAddresses) ? found.caller : null;
  }

  admit(caller: Caller, kind: 'read' | 'any'): void {
    this.limits.admit(caller, kind);
  }

  begin(caller: Caller, kind: 'read' | 'change'): Promise<() => void> {
    return this.limits.begin(caller, kind);
  }

  admitStranger(document: string, clientAddress: string): boolean {
    if (!OPEN_OPERATIONS.has(soleMutationOf(document) ?? '')) return false;
    // Counts as a failed attempt until the operation succeeds and gives the attempt back.
    this.limits.takeAttempt(clientAddress);
    return true;
  }

  /** Drops all cached results after a key has changed, so that the next request looks its key up again. */
  forget(): void {
    // The entries themselves are kept, because recently authenticated callers bypass the per-address limit.
    for (const entry of this.#recognised.values()) entry.until = 0;
    this.#lookups = new Map();
  }

  private async recognise(credential: Credential, clientAddress: string): Promise<Caller | null> {
    const found = await this.find(credential, () => this.attempt(credential, clientAddress));
    if (found.kind === 'barred') {
      const { caller, why } = found;
      this.refusals.note({ caller, clientAddress, operation: null, why });
      throw new AccessRefusedError(BARRED[why], 'UNAUTHENTICATED');
    }
    if (found.kind === 'inactive') {
      // Whoever uses a revoked or unconfirmed key may not be its holder, so the attempt is recorded.
      const { caller, status } = found;
      this.refusals.note({ caller, clientAddress, operation: null, why: 'KEY_NOT_ACTIVE', facts: { status } });
    }
    if (found.kind !== 'caller' || hasEnded(found)) {
      this.limits.countFailure(clientAddress, credential.kind === 'key' ? credential.text : null);
      return null;
    }
    const { caller, allowedAddresses } = found;
    if (!isAllowedAddress(clientAddress, allowedAddresses)) {
      this.refusals.note({ caller, clientAddress, operation: null, why: 'ADDRESS_NOT_ALLOWED' });
      if (caller.session) {
        // The cookie was probably stolen, so it is invalidated for its owner as well.
        await this.sessions.delete(caller.session.secretHash);
        this.outdate(credential);
      }
      throw new AccessRefusedError('This API key may not be used from this address.', 'UNAUTHENTICATED');
    }
    return caller;
  }

  /** Forces a new lookup of a credential, which still counts as recently authenticated. */
  private outdate({ name }: Credential): void {
    const known = this.#recognised.get(name);
    if (known) known.until = 0;
  }

  private async find({ name }: Credential, lookUp: () => Promise<CredentialMatch>): Promise<CredentialMatch> {
    const known = this.#recognised.get(name);
    if (known && known.until > performance.now()) return known;
    // Concurrent requests with the same credential share one statement and count as one attempt.
    const lookups = this.#lookups;
    const running = lookups.get(name);
    if (running) return running;
    const lookup = lookUp().finally(() => lookups.delete(name));
    lookups.set(name, lookup);
    return lookup;
  }

  /** Looks up a credential that may be a guess. Rejected if its address has had too many failures. */
  private async attempt(credential: Credential, clientAddress: string): Promise<CredentialMatch> {
    // Recently authenticated callers bypass the per-address limit.
    if (this.#recognised.has(credential.name)) return this.lookUp(credential);
    this.limits.takeAttempt(clientAddress);
    let isFailure = false;
    try {
      const found = await this.lookUp(credential);
      isFailure = found.kind === 'caller' ? hasEnded(found) : found.kind !== 'barred';
      return found;
    } catch (error) {
      // A token may be a guess if its signature could not be checked.
      isFailure = error instanceof AccessRefusedError;
      throw error;
    } finally {
      if (!isFailure) this.limits.giveBackAttempt(clientAddress);
    }
  }

  private async lookUp(credential: Credential): Promise<CredentialMatch> {
    const { name } = credential;
    const lookups = this.#lookups;
    const found = await this.credentials.find(credential);
    this.#recognised.delete(name);
    if (found.kind !== 'caller') return found;
    if (this.#recognised.size >= CACHE_SIZE) this.#recognised.clear();
    // If a key changed while this was running, the row is valid only for the requests that waited for it.
    const until = lookups === this.#lookups ? performance.now() + CACHE_MS : 0;
    this.#recognised.set(name, { ...found, until });
    return found;
  }
}

function isDueForRenewal({ usedAt }: CallerSession): boolean {
  return Date.now() - usedAt.getTime() > RENEW_AFTER_SECONDS * 1_000;
}

/** Whether the credential has expired since it was looked up. */
function hasEnded({ caller }: Recognised): boolean {
  return caller.expiresAt !== null && caller.expiresAt.getTime() <= Date.now();
}
