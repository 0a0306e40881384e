import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import { newId } from '../common/ids.js';
import { Secret } from '../common/secret.js';
import { findUnstorableText } from '../common/stored-text.js';
import { FieldCipher } from '../database/field-cipher.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Caller } from '../graphql/request-context.js';
import { KeyedCallerAuthenticator } from './caller.authenticator.js';
import { newApiKeyToken, prefixOf } from './domain/api-key.token.js';
import { type ApiKeyWish, judgeApiKey, type ApiKeyWishRefusal } from './domain/api-key.wish.js';
import { statusOf } from './domain/api-key.status.js';
import type { ApiKeyEntity } from './persistence/api-key.entity.js';
import { ApiKeysRepository } from './persistence/api-keys.repository.js';
import { isRole, scopesOf } from './scopes.js';

export type ApiKeyRefusalCode =
  | 'NOT_FOUND'
  | 'REASON_INVALID'
  | 'OVERLAP_INVALID'
  | 'NOT_PENDING'
  | 'NOT_ACTIVE'
  | 'ALREADY_REVOKED'
  | 'SECOND_PERSON_NEEDED'
  | 'CONFIGURED_KEY'
  | 'NOT_OWN_KEY';

export interface ApiKeyRefusal<Code extends ApiKeyRefusalCode> {
  readonly code: Code;
  readonly message: string;
  readonly field: readonly string[];
}

export interface ApiKeyResult<Code extends ApiKeyRefusalCode> {
  /** The key as it is now; null when there is none. */
  readonly key: ApiKeyEntity | null;
  /** What the caller must keep: it is not shown again. Null when no secret was made. */
  readonly secret: Secret | null;
  readonly refusal: ApiKeyRefusal<Code> | null;
}

export interface CreateApiKeyResult {
  readonly key: ApiKeyEntity | null;
  readonly secret: Secret | null;
  readonly refusals: readonly ApiKeyWishRefusal[];
}

export type ConfirmApiKeyRefusalCode = 'NOT_FOUND' | 'NOT_PENDING' | 'SECOND_PERSON_NEEDED';
export type RotateApiKeyRefusalCode = 'NOT_OWN_KEY' | 'NOT_ACTIVE' | 'OVERLAP_INVALID' | 'CONFIGURED_KEY';
export type RevokeApiKeyRefusalCode = 'NOT_FOUND' | 'ALREADY_REVOKED' | 'REASON_INVALID';

// One line of a list.
const MAX_REASON_LENGTH = 500;

// A week: whoever has not put the new secret in place by then has forgotten it.
const MAX_OVERLAP_HOURS = 168;

const NO_SUCH_KEY = refused('NOT_FOUND', 'There is no key with this id.', 'id');

const NOT_OWN_KEY = refused(
  'NOT_OWN_KEY',
  'You may only exchange the secret of the key you come with; for any other, revoke it and make a new one.',
  'id',
);

/** Makes, confirms, exchanges and revokes API keys. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly audit: AuditLog,
    private readonly authenticator: KeyedCallerAuthenticator,
  ) {}

  /** Makes a key that opens nothing until somebody else confirms it. */
  async create(wish: ApiKeyWish, caller: Caller): Promise<CreateApiKeyResult> {
    const judged = judgeApiKey(wish, new Date());
    if (judged.kind === 'refused') return { key: null, secret: null, refusals: judged.refusals };
    const token = newApiKeyToken();
    const id = newId();
    const key = await this.unitOfWork.run(async (tx) => {
      await this.keys.insert(tx, {
        ...judged.key,
        id,
        keyHash: this.hash(token),
        prefix: prefixOf(token),
        createdBy: caller.id,
      });
      const made = await this.keys.lock(tx, id);
      if (!made) throw new Error('A key that was made is gone');
      await this.record(tx, 'created', made, null);
      return made;
    });
    return { key, secret: new Secret(token), refusals: [] };
  }

  /** Lets a key that somebody else made open what it is for. */
  async confirm(id: string, caller: Caller): Promise<ApiKeyResult<ConfirmApiKeyRefusalCode>> {
    return this.change<ConfirmApiKeyRefusalCode>({ id, missing: NO_SUCH_KEY }, async (tx, key) => {
      if (statusOf(key, new Date()) !== 'PENDING') {
        return refused('NOT_PENDING', 'This key does not wait to be confirmed.', 'id');
      }
      if (key.createdBy === caller.id) {
        return refused('SECOND_PERSON_NEEDED', 'You made this key; another person must confirm it.', 'id');
      }
      await this.keys.confirm(tx, id, caller.id);
      await this.record(tx, 'confirmed', key, null);
      return null;
    });
  }

  /**
   * Exchanges the secret of the caller's own key. One person may: it gives nobody more than they have. Whoever exchanged
   * the secret of another key would be a second person from then on, however little that key opens. Of any other key
   * nothing is told, not even whether it is there.
   */
  async rotate(
    { id, overlapHours }: { readonly id: string; readonly overlapHours: number },
    caller: Caller,
  ): Promise<ApiKeyResult<RotateApiKeyRefusalCode>> {
    if (id !== caller.id) return { key: null, secret: null, refusal: NOT_OWN_KEY };
    const token = newApiKeyToken();
    // Missing when it is the id of a person, who has no key.
    const result = await this.change<RotateApiKeyRefusalCode>({ id, missing: NOT_OWN_KEY }, async (tx, key) => {
      if (statusOf(key, new Date()) !== 'ACTIVE') return refused('NOT_ACTIVE', 'This key is not in use.', 'id');
      if (key.configuredAs) {
        return refused('CONFIGURED_KEY', 'This key is set where Purser is configured; replace it there.', 'id');
      }
      if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
        return refused('OVERLAP_INVALID', `overlapHours must be from 0 to ${MAX_OVERLAP_HOURS}.`, 'overlapHours');
      }
      await this.keys.rotate(tx, { id, keyHash: this.hash(token), prefix: prefixOf(token), overlapHours });
      await this.record(tx, 'rotated', key, null, { overlapHours });
      return null;
    });
    return result.refusal ? result : { ...result, secret: new Secret(token) };
  }

  /** Has a key open nothing any more, at once and for good. */
  async revoke(
    { id, reason }: { readonly id: string; readonly reason: string },
    caller: Caller,
  ): Promise<ApiKeyResult<RevokeApiKeyRefusalCode>> {
    return this.change<RevokeApiKeyRefusalCode>({ id, missing: NO_SUCH_KEY }, async (tx, key) => {
      const problem = findUnstorableText(reason, MAX_REASON_LENGTH);
      if (problem !== null) return refused('REASON_INVALID', `reason ${problem}`, 'reason');
      if (key.revokedAt) return refused('ALREADY_REVOKED', 'This key is revoked already.', 'id');
      await this.keys.revoke(tx, id, { by: caller.id, reason });
      await this.record(tx, 'revoked', key, reason);
      return null;
    });
  }

  private async change<Code extends ApiKeyRefusalCode>(
    { id, missing }: { readonly id: string; readonly missing: ApiKeyRefusal<Code> },
    act: (tx: Transaction, key: ApiKeyEntity) => Promise<ApiKeyRefusal<Code> | null>,
  ): Promise<ApiKeyResult<Code>> {
    return this.unitOfWork.run(async (tx) => {
      const key = await this.keys.lock(tx, id);
      if (!key) return { key: null, secret: null, refusal: missing };
      const refusal = await act(tx, key);
      tx.afterCommit(() => {
        this.authenticator.forget();
      });
      return { key: await this.keys.lock(tx, id), secret: null, refusal };
    });
  }

  private async record(
    tx: Transaction,
    verb: string,
    key: ApiKeyEntity,
    reason: string | null,
    more: Readonly<Record<string, number>> = {},
  ): Promise<void> {
    await this.audit.record(tx, {
      action: `api_key.${verb}`,
      subjectType: 'API_KEY',
      subjectId: key.id,
      before: null,
      after: {
        name: key.name,
        prefix: key.prefix,
        roles: key.roles,
        scopes: key.scopes,
        allowedAddresses: key.allowedAddresses,
        expiresAt: key.expiresAt?.toISOString() ?? null,
        ...more,
      },
      reason,
    });
  }

  private hash(token: string): Buffer {
    return this.cipher.keyedHash('api-key', token);
  }
}

/** All that a key opens. */
export function grantsOf(key: Pick<ApiKeyEntity, 'roles' | 'scopes'>): readonly string[] {
  return [...new Set<string>([...scopesOf(key.roles.filter(isRole)), ...key.scopes])];
}

function refused<Code extends ApiKeyRefusalCode>(code: Code, message: string, field: string): ApiKeyRefusal<Code> {
  return { code, message, field: ['input', field] };
}
