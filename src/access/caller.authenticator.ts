import { Injectable, Logger } from '@nestjs/common';
import { FieldCipher } from '../database/field-cipher.js';
import { AccessRefusedError, type Caller, CallerAuthenticator } from '../graphql/request-context.js';
import { isAllowedAddress } from './domain/allowed-addresses.js';
import { statusOf } from './domain/api-key.status.js';
import { PeopleService } from './oidc/people.service.js';
import type { ApiKeyEntity } from './persistence/api-key.entity.js';
import { ApiKeysRepository } from './persistence/api-keys.repository.js';
import { RefusedAttempts } from './refused-attempts.js';
import { RequestLimits } from './request-limits.js';
import { isRole, scopesOf } from './scopes.js';

// What an API key looks like: printable, and long enough not to be guessed.
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

interface Recognised {
  readonly caller: Caller;
  /** Where it may come from; empty for anywhere. */
  readonly allowedAddresses: readonly string[];
}

/**
 * Recognises callers by their API key, or by the token of an identity provider. Keys are kept as keyed hashes and looked
 * up by them.
 */
@Injectable()
export class KeyedCallerAuthenticator extends CallerAuthenticator {
  readonly #logger = new Logger(KeyedCallerAuthenticator.name);
  readonly #recognised = new Map<string, Recognised & { until: number }>();

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
    const credential = BEARER.exec(authorization ?? '')?.[1] ?? '';
    if (credential.length > MAX_CREDENTIAL_LENGTH) return null;
    const isToken = this.people.isToken(credential);
    if (!isToken && !API_KEY.test(credential)) return null;

    const found = await this.recognise(credential, { isToken, clientAddress });
    if (!found || (found.caller.expiresAt && found.caller.expiresAt.getTime() <= Date.now())) {
      this.limits.countFailure(clientAddress);
      return null;
    }
    if (!isAllowedAddress(clientAddress, found.allowedAddresses)) {
      this.refusals.note({ caller: found.caller, clientAddress, operation: null, why: 'ADDRESS_NOT_ALLOWED' });
      throw new AccessRefusedError('This API key may not be used from this address.', 'UNAUTHENTICATED');
    }
    return found.caller;
  }

  admit(caller: Caller): void {
    this.limits.admit(caller);
  }

  /** Looks again at every key on the next request, as this replica knows that one has changed. */
  forget(): void {
    // Not cleared: that they were recognised lately is what an address that is told to wait still gets in by.
    for (const entry of this.#recognised.values()) entry.until = 0;
  }

  private async recognise(
    credential: string,
    { isToken, clientAddress }: { readonly isToken: boolean; readonly clientAddress: string },
  ): Promise<Recognised | null> {
    const hash = this.cipher.keyedHash('api-key', credential);
    const name = hash.toString('base64');
    const known = this.#recognised.get(name);
    if (known && known.until > performance.now()) return known;
    // Whoever was recognised lately is looked up again whatever else comes from their address.
    if (!known) this.limits.assertMayTry(clientAddress);
    const found = isToken ? await this.findPerson(credential) : await this.findKey(hash);
    this.#recognised.delete(name);
    if (!found) return null;
    if (this.#recognised.size >= CACHE_SIZE) this.#recognised.clear();
    this.#recognised.set(name, { ...found, until: performance.now() + CACHE_MS });
    return found;
  }

  private async findPerson(token: string): Promise<Recognised | null> {
    const caller = await this.people.authenticate(token);
    return caller && { caller, allowedAddresses: [] };
  }

  private async findKey(hash: Buffer): Promise<Recognised | null> {
    const key = await this.keys.findByHash(hash);
    if (!key || statusOf(key, new Date()) !== 'ACTIVE') return null;
    if (!key.lastUsedAt || Date.now() - key.lastUsedAt.getTime() > TOUCH_MS) this.touch(key.id);
    return { caller: toCaller(key, hash), allowedAddresses: key.allowedAddresses };
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
  const ends = [key.expiresAt, presented.equals(key.keyHash) ? null : key.previousUntil].filter((end) => end !== null);
  return {
    id: key.id,
    kind: 'API_KEY',
    name: key.name,
    scopes: new Set([...scopesOf(key.roles.filter(isRole)), ...key.scopes]),
    expiresAt: ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime()))),
  };
}
