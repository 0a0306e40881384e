import { timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { newId } from '../../common/ids.js';
import { Secret } from '../../common/secret.js';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Caller } from '../../platform/graphql/request-context.js';
import { ChangeRequestsService } from '../changes/change-requests.service.js';
import type { ChangeRequest } from '../changes/domain/change-request.js';
import { ApiKeyRecordsService } from './api-key-records.service.js';
import { KeyedCallerAuthenticator } from './caller-authenticator.js';
import { CurrentAuthority } from '../authority/current-authority.js';
import { factsOf } from './domain/api-key-facts.js';
import { newApiKeyHalf, newApiKeyPrefix, newApiKeyToken, prefixOf } from './domain/api-key-token.js';
import { type ApiKeyDraft, validateApiKey, type ApiKeyDraftRefusalCode } from './domain/api-key-draft.js';
import { statusOf } from './domain/api-key-status.js';
import type { ApiKeyEntity } from './persistence/api-key.entity.js';
import { ApiKeysRepository } from './persistence/api-keys.repository.js';
import type { Refusal } from '../../common/refusal.js';

export interface ApiKeyResult<Code extends string> {
  readonly key: ApiKeyEntity | null;
  /** A secret that is shown once and that the caller must keep; null if there is none. */
  readonly shown: Secret | null;
  readonly refusal: Refusal<Code> | null;
}

export interface CreateApiKeyResult {
  readonly key: ApiKeyEntity | null;
  readonly shown: Secret | null;
  readonly changeRequest: ChangeRequest | null;
  readonly refusals: readonly Refusal<CreateApiKeyRefusalCode>[];
}

export type CreateApiKeyRefusalCode = ApiKeyDraftRefusalCode | 'ACCOUNT_NOT_FOUND' | 'NAME_TAKEN' | 'TOO_MANY_PENDING';

export type RotateApiKeyRefusalCode =
  | 'NOT_OWN_KEY'
  | 'NOT_ACTIVE'
  | 'OVERLAP_INVALID'
  | 'CONFIGURED_KEY'
  | 'SECRET_SUPERSEDED';
export type RevokeApiKeyRefusalCode = 'NOT_FOUND' | 'ALREADY_REVOKED';

// One day to deploy the new secret. If a thief rotates the key, the holder's secret stops working after this time at
// the latest, and the holder notices.
const MAX_OVERLAP_HOURS = 24;

// More than a merchant creates in two days. Without a limit, someone who may create keys could fill the table.
const MAX_PENDING = 100;

const TOO_MANY: Refusal<CreateApiKeyRefusalCode> = {
  code: 'TOO_MANY_PENDING',
  message: `${MAX_PENDING} keys wait to be confirmed or redeemed. Revoke those that nobody needs.`,
  field: null,
};

const NO_SUCH_ACCOUNT: Refusal<CreateApiKeyRefusalCode> = {
  code: 'ACCOUNT_NOT_FOUND',
  message: 'One of these accounts does not exist.',
  field: ['accountIds'],
};

const NAME_TAKEN: Refusal<CreateApiKeyRefusalCode> = {
  code: 'NAME_TAKEN',
  message: 'Another key in use has this name, and people tell keys apart by it. Choose another name.',
  field: ['name'],
};

const NO_SUCH_KEY = refused('NOT_FOUND', 'There is no key with this id.', 'id');

const NOT_OWN_KEY = refused(
  'NOT_OWN_KEY',
  'A key may exchange only its own secret. Revoke any other key and make a new one.',
  'id',
);

@Injectable()
export class ApiKeysService {
  readonly #logger = new Logger(ApiKeysService.name);

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly records: ApiKeyRecordsService,
    private readonly changes: ChangeRequestsService,
    private readonly authenticator: KeyedCallerAuthenticator,
    private readonly authority: CurrentAuthority,
  ) {}

  /**
   * Creates a key without a secret. The maker is shown one of the two halves with which the holder redeems the key, so
   * makers never have the keys that they make for others.
   */
  async create(draft: ApiKeyDraft, caller: Caller): Promise<CreateApiKeyResult> {
    const validation = validateApiKey(draft, new Date());
    if (validation.kind === 'refused') return notMade(validation.refusals);
    const prefix = newApiKeyPrefix();
    const half = newApiKeyHalf(prefix, 1);
    const id = newId();
    return this.unitOfWork.run(async (tx) => {
      await this.authority.assertHeld(tx);
      if ((await this.keys.countPending(tx)) >= MAX_PENDING) return notMade([TOO_MANY]);
      const { accountIds } = validation.key;
      if ((await this.keys.countAccounts(tx, accountIds)) < accountIds.length) {
        return notMade([NO_SUCH_ACCOUNT]);
      }
      if (await this.keys.isNameInUse(tx, validation.key.name)) return notMade([NAME_TAKEN]);
      const firstHalfHash = this.cipher.keyedHash('api-key-half', half);
      await this.keys.insert(tx, { ...validation.key, id, firstHalfHash, prefix, createdBy: caller.id });
      const made = await this.keys.lock(tx, id);
      if (!made) throw new Error('A key that was made is gone');
      await this.records.write(tx, 'created', made);
      const content = factsOf(made);
      const proposed = await this.changes.propose(tx, {
        ...{ kind: 'API_KEY', subject: id, content },
        reason: null,
        proposedBy: caller.id,
      });
      if (proposed.kind === 'refused') throw new Error(`API key ${id} was proposed by somebody before it was made`);
      return { key: made, shown: new Secret(half), changeRequest: proposed.request, refusals: [] };
    });
  }

  /**
   * Replaces the secret of the caller's own key. One person is enough, because nobody gains rights. Replacing the
   * secret of another key would let the caller act as a second person, so the answer does not even reveal whether other
   * keys exist.
   *
   * Only the newest secret can be replaced. The previous one works until its overlap ends; someone who finds it must
   * neither lock the holder out nor be able to use it for longer.
   */
  async rotate(
    { id, overlapHours }: { readonly id: string; readonly overlapHours: number },
    caller: Caller,
  ): Promise<ApiKeyResult<RotateApiKeyRefusalCode>> {
    if (id !== caller.id) return { key: null, shown: null, refusal: NOT_OWN_KEY };
    const token = newApiKeyToken(newApiKeyPrefix());
    // A person signed in through the identity provider has an id but no key, hence `missing`.
    const result = await this.change<RotateApiKeyRefusalCode>({ id, missing: NOT_OWN_KEY }, async (tx, key) => {
      if (statusOf(key, new Date()) !== 'ACTIVE') return refused('NOT_ACTIVE', 'This key is not in use.', 'id');
      if (key.configuredAs) {
        return refused('CONFIGURED_KEY', 'This key is set where Purser is configured; replace it there.', 'id');
      }
      if (!caller.secretHash || !key.keyHash || !timingSafeEqual(key.keyHash, caller.secretHash)) {
        return refused('SECRET_SUPERSEDED', 'This secret was exchanged already. Rotate with the new one.', 'id');
      }
      if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
        return refused('OVERLAP_INVALID', `overlapHours must be from 0 to ${MAX_OVERLAP_HOURS}.`, 'overlapHours');
      }
      await this.keys.rotate(tx, { id, keyHash: this.hash(token), prefix: prefixOf(token), overlapHours });
      await this.records.write(tx, 'rotated', key, { overlapHours });
      tx.afterCommit(() => {
        this.#logger.warn({ event: 'api_key_rotated', apiKeyId: id, createdBy: key.createdBy, overlapHours });
      });
      return null;
    });
    return result.refusal ? result : { ...result, shown: new Secret(token) };
  }

  async revoke(
    { id, reason }: { readonly id: string; readonly reason: string },
    caller: Caller,
  ): Promise<ApiKeyResult<RevokeApiKeyRefusalCode>> {
    return this.change<RevokeApiKeyRefusalCode>({ id, missing: NO_SUCH_KEY }, async (tx, key) => {
      if (key.revokedAt) return refused('ALREADY_REVOKED', 'This key is revoked already.', 'id');
      await this.keys.revoke(tx, id, { by: caller.id, reason });
      await this.changes.drop(tx, { kind: 'API_KEY', subject: id });
      await this.records.write(tx, 'revoked', key, { reason });
      return null;
    });
  }

  async find(id: string): Promise<ApiKeyEntity | null> {
    return this.keys.findById(id);
  }

  private async change<Code extends string>(
    { id, missing }: { readonly id: string; readonly missing: Refusal<Code> },
    act: (tx: Transaction, key: ApiKeyEntity) => Promise<Refusal<Code> | null>,
  ): Promise<ApiKeyResult<Code>> {
    return this.unitOfWork.run(async (tx) => {
      const key = await this.keys.lock(tx, id);
      if (!key) return { key: null, shown: null, refusal: missing };
      await this.authority.assertHeld(tx);
      const refusal = await act(tx, key);
      tx.afterCommit(() => {
        this.authenticator.forget();
      });
      return { key: await this.keys.lock(tx, id), shown: null, refusal };
    });
  }

  private hash(token: string): Buffer {
    return this.cipher.keyedHash('api-key', token);
  }
}

function refused<Code extends string>(code: Code, message: string, field: string): Refusal<Code> {
  return { code, message, field: [field] };
}

function notMade(refusals: readonly Refusal<CreateApiKeyRefusalCode>[]): CreateApiKeyResult {
  return { key: null, shown: null, changeRequest: null, refusals };
}
