import { Injectable, Logger } from '@nestjs/common';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { Caller, Credentials } from '../../platform/graphql/request-context.js';
import { PeopleService, type Person } from '../people/people.service.js';
import { DashboardSessionsRepository } from '../sessions/persistence/dashboard-sessions.repository.js';
import { SessionTokens } from '../sessions/session-tokens.js';
import { endOf, latestEndOf } from '../sessions/session-times.js';
import { type ApiKeyStatus, statusOf } from './domain/api-key-status.js';
import { grantsOf } from './grants.js';
import type { ApiKeyEntity } from './persistence/api-key.entity.js';
import { ApiKeysRepository } from './persistence/api-keys.repository.js';

// The format of an API key: printable characters, and too many to guess.
const API_KEY = /^[\x21-\x7e]{32,256}$/;

// Enough for a token that lists a few dozen groups. Node rejects headers above 16 KiB anyway.
const MAX_CREDENTIAL_LENGTH = 12_000;

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

// 32 bytes in base64url.
const SESSION_SECRET = /^[\w-]{43}$/;

// `lastUsedAt` is updated at most this often.
const TOUCH_MS = 60_000;

export type CredentialMatch =
  | {
      readonly kind: 'caller';
      readonly caller: Caller;
      /** Addresses and networks that the credential may be used from; empty for any. */
      readonly allowedAddresses: readonly string[];
    }
  /** The key is known, but not valid yet or no longer valid. */
  | { readonly kind: 'inactive'; readonly caller: Caller; readonly status: ApiKeyStatus }
  /** The person is refused, whatever their token contains. */
  | { readonly kind: 'barred'; readonly caller: Caller; readonly why: 'DUTIES_COMBINED' | 'PERSON_BLOCKED' }
  | { readonly kind: 'unknown' };

export interface Credential {
  readonly kind: 'key' | 'token' | 'session';
  readonly text: string;
  readonly hash: Buffer;
  /** Key for the cache: derived from the hash, never from the credential itself. */
  readonly name: string;
}

const UNKNOWN = { kind: 'unknown' } as const;

/** Parses credentials and looks them up. Kept separate from the authenticator, which caches the results. */
@Injectable()
export class CredentialLookup {
  readonly #logger = new Logger(CredentialLookup.name);

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly people: PeopleService,
    private readonly sessions: DashboardSessionsRepository,
    private readonly tokens: SessionTokens,
    private readonly cipher: FieldCipher,
  ) {}

  /**
   * Returns the credential to use, where `Authorization` comes before the session; null if there is none or it is
   * malformed.
   */
  read({ authorization, sessionSecret }: Credentials): Credential | null {
    if (authorization === undefined) {
      const isSession = sessionSecret !== undefined && SESSION_SECRET.test(sessionSecret);
      return isSession ? this.credential('session', sessionSecret) : null;
    }
    const text = BEARER.exec(authorization)?.[1] ?? '';
    if (text.length > MAX_CREDENTIAL_LENGTH) return null;
    if (this.people.isToken(text)) return this.credential('token', text);
    return API_KEY.test(text) ? this.credential('key', text) : null;
  }

  private credential(kind: Credential['kind'], text: string): Credential {
    const hash = this.cipher.keyedHash(kind === 'session' ? 'dashboard-session' : 'api-key', text);
    return { kind, text, hash, name: hash.toString('base64') };
  }

  find({ kind, text, hash }: Credential): Promise<CredentialMatch> {
    if (kind === 'session') return this.findSession(hash);
    return kind === 'token' ? this.findPerson(text) : this.findKey(hash);
  }

  private async findSession(secretHash: Buffer): Promise<CredentialMatch> {
    const session = await this.sessions.findLive(secretHash);
    if (!session) return UNKNOWN;
    const found = session.keyHash
      ? await this.findKey(session.keyHash)
      : credentialMatchOf(await this.tokens.personOf(session));
    if (found.kind !== 'caller') return found;
    const { id: actorId, expiresAt: keyEnds } = found.caller;
    if (session.actorId === null) await this.sessions.adopt(session.id, actorId);
    const expiresAt = latestEndOf(session.startedAt, keyEnds);
    const { id, usedAt } = session;
    const ofCaller = { id, secretHash, usedAt, endsAt: endOf(session, keyEnds) };
    return { ...found, caller: { ...found.caller, expiresAt, session: ofCaller } };
  }

  private async findPerson(token: string): Promise<CredentialMatch> {
    return credentialMatchOf(await this.people.authenticate(token));
  }

  private async findKey(hash: Buffer): Promise<CredentialMatch> {
    const key = await this.keys.findByHash(hash);
    if (!key) return UNKNOWN;
    const caller = toCaller(key, hash);
    const status = statusOf(key, new Date());
    if (status !== 'ACTIVE') return { kind: 'inactive', caller, status };
    if (!key.lastUsedAt || Date.now() - key.lastUsedAt.getTime() > TOUCH_MS) this.touch(key.id);
    return { kind: 'caller', caller, allowedAddresses: key.allowedAddresses };
  }

  /** Runs in the background, so that a key still works if its use cannot be recorded. */
  private touch(id: string): void {
    this.keys.touch(id).catch((error: unknown) => {
      this.#logger.warn({ event: 'key_use_not_noted', err: error });
    });
  }
}

function credentialMatchOf(person: Person | null): CredentialMatch {
  if (!person) return UNKNOWN;
  const { caller, barredAs: why } = person;
  return why === null ? { kind: 'caller', caller, allowedAddresses: [] } : { kind: 'barred', caller, why };
}

function toCaller(key: ApiKeyEntity, presented: Buffer): Caller {
  // A socket that was opened with the previous secret is closed when that secret stops working.
  const ends = [key.expiresAt, key.keyHash?.equals(presented) ? null : key.previousUntil].filter((end) => end !== null);
  return {
    id: key.id,
    kind: 'API_KEY',
    name: key.name,
    roles: key.roles,
    scopes: new Set(grantsOf(key)),
    accountIds: key.accountIds,
    expiresAt: ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime()))),
    secretHash: presented,
    session: null,
  };
}
