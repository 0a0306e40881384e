import { Injectable, Logger } from '@nestjs/common';
import { FieldCipher } from '../../database/field-cipher.js';
import { soleMutationOf } from '../../graphql/documents/sole-mutation.js';
import { AccessRefusedError, type Caller, CallerAuthenticator } from '../../graphql/request-context.js';
import { isAllowedAddress } from './domain/allowed-addresses.js';
import { type ApiKeyStatus, statusOf } from './domain/api-key-status.js';
import { grantsOf } from './grants.js';
import { PeopleService } from '../people/people.service.js';
import type { ApiKeyEntity } from './persistence/api-key.entity.js';
import { ApiKeysRepository } from './persistence/api-keys.repository.js';
import { RefusedAttempts } from '../authority/refused-attempts.js';
import { RequestLimits } from '../limits/request-limits.js';
import { OPEN_OPERATIONS } from '../../scopes/requires.decorator.js';

// The form of an API key: printable, and long enough not to be guessed.
const API_KEY = /^[\x21-\x7e]{32,256}$/;

// The longest token with a few dozen groups in it; beyond, headers of 16 KiB are cut off anyway.
const MAX_CREDENTIAL_LENGTH = 12_000;

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

// A revoked key is refused within this time on every replica; a query a request would be the alternative.
const CACHE_MS = 5_000;

// Bounds the memory that many distinct keys can take; a busy merchant has a few dozen.
const CACHE_SIZE = 1_000;

// How exact `lastUsedAt` is.
const TOUCH_MS = 60_000;

/** The kind of a credential, once it was looked up. */
type Finding =
  | {
      readonly kind: 'caller';
      readonly caller: Caller;
      /** Where it may come from; empty for anywhere. */
      readonly allowedAddresses: readonly string[];
    }
  /** A key that we know and that opens nothing, or no more. */
  | { readonly kind: 'inactive'; readonly caller: Caller; readonly status: ApiKeyStatus }
  /** A person whose roles may not be held together. */
  | { readonly kind: 'combinedDuties'; readonly caller: Caller }
  | { readonly kind: 'unknown' };

type Recognised = Finding & { readonly kind: 'caller' };

interface Credential {
  readonly text: string;
  readonly isToken: boolean;
  readonly hash: Buffer;
  /** Its name in memory: its hash, never itself. */
  readonly name: string;
}

const UNKNOWN = { kind: 'unknown' } as const;

/**
 * Recognises callers by their API key, or by the token of an identity provider. Keys are kept as keyed hashes and
 * looked up by them.
 */
@Injectable()
export class KeyedCallerAuthenticator extends CallerAuthenticator {
  readonly #logger = new Logger(KeyedCallerAuthenticator.name);
  readonly #recognised = new Map<string, Recognised & { until: number }>();
  /** Those under way. They are replaced when what they read may be outdated. */
  #lookups = new Map<string, Promise<Finding>>();

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly people: PeopleService,
    private readonly cipher: FieldCipher,
    private readonly limits: RequestLimits,
    private readonly refusals: RefusedAttempts,
  ) {
    super();
  }

  async authenticate(authorization: string | undefined, clientAddress: string): Promise<Caller | null> {
    const credential = this.read(authorization);
    if (!credential) return null;
    const found = await this.find(credential, () => this.attempt(credential, clientAddress));
    if (found.kind === 'combinedDuties') {
      const { caller } = found;
      this.refusals.note({ caller, clientAddress, operation: null, why: 'DUTIES_COMBINED' });
      throw new AccessRefusedError('This token holds roles that nobody may hold together.', 'UNAUTHENTICATED');
    }
    if (found.kind === 'inactive') {
      // Anybody who uses a key that was revoked, or waits for its second person, may not be who it was made for.
      const { caller, status } = found;
      this.refusals.note({ caller, clientAddress, operation: null, why: 'KEY_NOT_ACTIVE', facts: { status } });
    }
    if (found.kind !== 'caller' || hasEnded(found)) {
      this.limits.countFailure(clientAddress, credential.isToken ? null : credential.text);
      return null;
    }
    const { caller, allowedAddresses } = found;
    if (!isAllowedAddress(clientAddress, allowedAddresses)) {
      this.refusals.note({ caller, clientAddress, operation: null, why: 'ADDRESS_NOT_ALLOWED' });
      throw new AccessRefusedError('This API key may not be used from this address.', 'UNAUTHENTICATED');
    }
    return caller;
  }

  async recheck(authorization: string, clientAddress: string): Promise<Caller | null> {
    const credential = this.read(authorization);
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
    // A guess, until the operation finds that it is none and gives this back.
    this.limits.takeAttempt(clientAddress);
    return true;
  }

  /** Looks again at every key on the next request, as this replica knows that one has changed. */
  forget(): void {
    // Not cleared: that they were recognised lately is what an address that is told to wait still gets in by.
    for (const entry of this.#recognised.values()) entry.until = 0;
    this.#lookups = new Map();
  }

  private read(authorization: string | undefined): Credential | null {
    const text = BEARER.exec(authorization ?? '')?.[1] ?? '';
    if (text.length > MAX_CREDENTIAL_LENGTH) return null;
    const isToken = this.people.isToken(text);
    if (!isToken && !API_KEY.test(text)) return null;
    const hash = this.cipher.keyedHash('api-key', text);
    return { text, isToken, hash, name: hash.toString('base64') };
  }

  /** The facts known of a credential, or what `lookUp` finds. */
  private async find({ name }: Credential, lookUp: () => Promise<Finding>): Promise<Finding> {
    const known = this.#recognised.get(name);
    if (known && known.until > performance.now()) return known;
    // However often one credential comes at once, it is one statement and one guess.
    const lookups = this.#lookups;
    const running = lookups.get(name);
    if (running) return running;
    const lookup = lookUp().finally(() => lookups.delete(name));
    lookups.set(name, lookup);
    return lookup;
  }

  /** Looks up what may be a guess, as long as its address has failures left. */
  private async attempt(credential: Credential, clientAddress: string): Promise<Finding> {
    // Anybody who was recognised lately is looked up again whatever else comes from their address.
    if (this.#recognised.has(credential.name)) return this.lookUp(credential);
    this.limits.takeAttempt(clientAddress);
    let isFailure = false;
    try {
      const found = await this.lookUp(credential);
      isFailure = found.kind === 'caller' ? hasEnded(found) : found.kind !== 'combinedDuties';
      return found;
    } catch (error) {
      // A token whose signature could not be checked may well be a guess.
      isFailure = error instanceof AccessRefusedError;
      throw error;
    } finally {
      if (!isFailure) this.limits.giveBackAttempt(clientAddress);
    }
  }

  private async lookUp(credential: Credential): Promise<Finding> {
    const { text, isToken, hash, name } = credential;
    const lookups = this.#lookups;
    const found = isToken ? await this.findPerson(text) : await this.findKey(hash);
    this.#recognised.delete(name);
    if (found.kind !== 'caller') return found;
    if (this.#recognised.size >= CACHE_SIZE) this.#recognised.clear();
    // A row read before a key changed is believed by those who waited for it, and by no request after them.
    const until = lookups === this.#lookups ? performance.now() + CACHE_MS : 0;
    this.#recognised.set(name, { ...found, until });
    return found;
  }

  private async findPerson(token: string): Promise<Finding> {
    const person = await this.people.authenticate(token);
    if (!person) return UNKNOWN;
    const { caller, combinesDuties } = person;
    return combinesDuties ? { kind: 'combinedDuties', caller } : { kind: 'caller', caller, allowedAddresses: [] };
  }

  private async findKey(hash: Buffer): Promise<Finding> {
    const key = await this.keys.findByHash(hash);
    if (!key) return UNKNOWN;
    const caller = toCaller(key, hash);
    const status = statusOf(key, new Date());
    if (status !== 'ACTIVE') return { kind: 'inactive', caller, status };
    if (!key.lastUsedAt || Date.now() - key.lastUsedAt.getTime() > TOUCH_MS) this.touch(key.id);
    return { kind: 'caller', caller, allowedAddresses: key.allowedAddresses };
  }

  /** Beside the request: nobody waits for it, and a key that cannot be noted as used still works. */
  private touch(id: string): void {
    this.keys.touch(id).catch((error: unknown) => {
      this.#logger.warn({ event: 'key_use_not_noted', err: error });
    });
  }
}

function toCaller(key: ApiKeyEntity, presented: Buffer): Caller {
  // A socket that was opened with the secret before the last rotation ends when that does.
  const ends = [key.expiresAt, key.keyHash?.equals(presented) ? null : key.previousUntil].filter((end) => end !== null);
  return {
    id: key.id,
    kind: 'API_KEY',
    name: key.name,
    scopes: new Set(grantsOf(key)),
    accountIds: key.accountIds,
    expiresAt: ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime()))),
    secretHash: presented,
  };
}

/** Whether it ended by itself since it was looked up. */
function hasEnded({ caller }: Recognised): boolean {
  return caller.expiresAt !== null && caller.expiresAt.getTime() <= Date.now();
}
