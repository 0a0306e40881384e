import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Secret } from '../../common/secret.js';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { Transaction } from '../../platform/database/transaction.js';
import {
  type ChangeHandler,
  type ChangeObstacle,
  type LockedChange,
  obstacle,
  type PreparedChange,
} from '../changes/change-handler.js';
import { ChangeHandlers } from '../changes/change-handlers.js';
import type { ChangeRequest } from '../changes/domain/change-request.js';
import { ApiKeyRecordsService } from './api-key-records.service.js';
import { factsOf } from './domain/api-key-facts.js';
import { statusOf } from './domain/api-key-status.js';
import { newApiKeyHalf } from './domain/api-key-token.js';
import { ApiKeysRepository } from './persistence/api-keys.repository.js';

/**
 * Lets the holder redeem a key that someone else created, once a second person has confirmed it. The confirmer is shown
 * the other half of the key.
 */
@Injectable()
export class ApiKeyChangeHandler implements ChangeHandler, OnModuleInit {
  readonly kind = 'API_KEY';

  constructor(
    private readonly handlers: ChangeHandlers,
    private readonly keys: ApiKeysRepository,
    private readonly cipher: FieldCipher,
    private readonly records: ApiKeyRecordsService,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  prepare(request: ChangeRequest): Promise<PreparedChange> {
    return Promise.resolve({ kind: 'prepared', lock: (tx) => this.lock(tx, request) });
  }

  async lockToDecline(
    tx: Transaction,
    { subject }: ChangeRequest,
  ): Promise<(by: { readonly actorId: string; readonly reason: string }) => Promise<void>> {
    const key = await this.keys.lock(tx, subject);
    return async ({ actorId, reason }) => {
      if (!key || key.revokedAt) return;
      await this.keys.revoke(tx, key.id, { by: actorId, reason });
      await this.records.write(tx, 'revoked', key, { reason });
    };
  }

  private async lock(
    tx: Transaction,
    { subject, content, proposedBy }: ChangeRequest,
  ): Promise<LockedChange | ChangeObstacle> {
    const key = await this.keys.lock(tx, subject);
    if (!key?.prefix || key.confirmedAt || statusOf(key, new Date()) !== 'PENDING') {
      return obstacle('OUTDATED', `API key ${subject} does not wait to be confirmed. Create it again.`);
    }
    // The key has a row of its own, which must still match the proposal.
    if (key.createdBy !== proposedBy || !isDeepStrictEqual(factsOf(key), content)) {
      return obstacle('CONTENT_CHANGED', `API key ${subject} was altered after it was proposed. Create it again.`);
    }
    const half = newApiKeyHalf(key.prefix, 2);
    return {
      kind: 'locked',
      apply: async ({ confirmedBy }) => {
        const secondHalfHash = this.cipher.keyedHash('api-key-half', half);
        await this.keys.confirm(tx, key.id, { by: confirmedBy, secondHalfHash });
        await this.records.write(tx, 'confirmed', key);
        return { kind: 'applied', shown: new Secret(half) };
      },
    };
  }
}
