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

// Within this time every replica refuses a revoked key. The alternative is a query per request.
const CACHE_MS = 5_000;

// Bounds the memory for many distinct keys; a busy merchant has a few dozen.
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
  /** Look-ups in progress. The map is replaced when their results may be outdated. */
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

  /** Returns the caller like `authenticate`, without marking a session as used. */
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
    // Counts as a failure until the operation proves otherwise and returns it.
    this.limits.takeAttempt(clientAddress);
    return true;
  }

  /** Looks up every key again on the next request, because one has changed. */
  forget(): void {
    // Entries are kept, because a recently authenticated caller bypasses the limit of their address.
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
      // The user of a revoked or unconfirmed key may not be its holder.
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
        // A stolen cookie. It is invalidated for its owner's address, too.
        await this.sessions.delete(caller.session.secretHash);
        this.outdate(credential);
      }
      throw new AccessRefusedError('This API key may not be used from this address.', 'UNAUTHENTICATED');
    }
    return caller;
  }

  /** Forces a new look-up of a credential. It still counts as recently authenticated. */
  private outdate({ name }: Credential): void {
    const known = this.#recognised.get(name);
    if (known) known.until = 0;
  }

  private async find({ name }: Credential, lookUp: () => Promise<CredentialMatch>): Promise<CredentialMatch> {
    const known = this.#recognised.get(name);
    if (known && known.until > performance.now()) return known;
    // Concurrent requests with one credential share one statement and one attempt.
    const lookups = this.#lookups;
    const running = lookups.get(name);
    if (running) return running;
    const lookup = lookUp().finally(() => lookups.delete(name));
    lookups.set(name, lookup);
    return lookup;
  }

  /** Looks up a possible guess, if its address has failures left. */
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
      // A token whose signature could not be checked may be a guess.
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
    // A row read before a key changed is valid only for the requests that waited for it.
    const until = lookups === this.#lookups ? performance.now() + CACHE_MS : 0;
    this.#recognised.set(name, { ...found, until });
    return found;
  }
}

function isDueForRenewal({ usedAt }: CallerSession): boolean {
  return Date.now() - usedAt.getTime() > RENEW_AFTER_SECONDS * 1_000;
}

/** Whether it has expired since it was looked up. */
function hasEnded({ caller }: Recognised): boolean {
  return caller.expiresAt !== null && caller.expiresAt.getTime() <= Date.now();
}
