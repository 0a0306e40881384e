import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { Secret } from '../../common/secret.js';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { currentRequest, runInRequest } from '../../platform/graphql/current-request.js';
import type { Caller } from '../../platform/graphql/request-context.js';
import { statusOf } from './domain/api-key-status.js';
import { newApiKeyToken } from './domain/api-key-token.js';
import type { ApiKeyEntity } from './persistence/api-key.entity.js';
import { ApiKeysRepository } from './persistence/api-keys.repository.js';
import { RequestLimits } from '../limits/request-limits.js';
import type { Refusal } from '../../common/refusal.js';

export type RedeemApiKeyRefusalCode = 'HALVES_INVALID';

export interface RedeemApiKeyResult {
  /** The key and its secret, which is shown once and which the holder must keep. Null if the request was refused. */
  readonly redeemed: { readonly id: string; readonly secret: Secret } | null;
  readonly refusal: Refusal<RedeemApiKeyRefusalCode> | null;
}

/** The person who redeems a key, and who may not have a credential yet. */
export interface Redeemer {
  readonly caller: Caller | null;
  readonly clientAddress: string;
}

// The same answer whatever the cause, so that it reveals neither which half was wrong nor whether the key exists.
const HALVES_INVALID = {
  code: 'HALVES_INVALID',
  message: 'These two halves open no key, or no longer. Ask for a new key.',
} as const;

/**
 * Gives a key its secret. Requires the halves that were shown to the maker and to the confirmer, so both people must
 * have agreed, and only the holder ever sees the secret.
 */
@Injectable()
export class RedeemApiKeyService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly audit: AuditLog,
    private readonly limits: RequestLimits,
  ) {}

  /** @throws AccessRefusedError RATE_LIMITED after too many wrong halves from one address */
  async redeem(
    halves: { readonly first: Secret; readonly second: Secret },
    { caller, clientAddress }: Redeemer,
  ): Promise<RedeemApiKeyResult> {
    // For callers without a credential, the attempt was counted when they were admitted.
    if (caller) this.limits.takeAttempt(clientAddress);
    const redeemed = await this.unitOfWork.run((tx) => this.exchange(tx, halves, caller));
    if (!redeemed) {
      this.limits.countFailure(clientAddress, null);
      return { redeemed: null, refusal: HALVES_INVALID };
    }
    this.limits.giveBackAttempt(clientAddress);
    return { redeemed, refusal: null };
  }

  private async exchange(
    tx: Transaction,
    { first, second }: { readonly first: Secret; readonly second: Secret },
    caller: Caller | null,
  ): Promise<{ readonly id: string; readonly secret: Secret } | null> {
    const key = await this.keys.lockByFirstHalf(tx, this.cipher.keyedHash('api-key-half', first.reveal()));
    const given = this.cipher.keyedHash('api-key-half', second.reveal());
    if (!key?.secondHalfHash || !timingSafeEqual(given, key.secondHalfHash)) return null;
    if (statusOf(key, new Date()) !== 'PENDING' || key.prefix === null) return null;
    // A key must not become valid after its maker or its confirmer has left.
    if (await this.keys.isAnyEnded(tx, [key.createdBy, key.confirmedBy])) return null;
    const token = newApiKeyToken(key.prefix);
    await this.keys.redeem(tx, {
      id: key.id,
      keyHash: this.cipher.keyedHash('api-key', token),
      redeemedBy: caller?.id ?? null,
    });
    await this.record(tx, key, caller);
    return { id: key.id, secret: new Secret(token) };
  }

  /** Records the redemption. If the person had no credential but the halves, the key itself is the actor. */
  private async record(tx: Transaction, key: ApiKeyEntity, caller: Caller | null): Promise<void> {
    const request = currentRequest();
    if (!request) throw new Error('A key is redeemed outside of a request');
    const holder = {
      id: key.id,
      kind: 'API_KEY',
      name: key.name,
      roles: [],
      scopes: new Set<string>(),
      accountIds: [],
    } as const;
    await runInRequest(
      { ...request, caller: caller ?? { ...holder, expiresAt: null, secretHash: null, session: null } },
      () =>
        this.audit.record(tx, {
          action: 'api_key.redeemed',
          subjectType: 'API_KEY',
          subjectId: key.id,
          before: null,
          after: { name: key.name, prefix: key.prefix },
          reason: null,
        }),
    );
  }
}
