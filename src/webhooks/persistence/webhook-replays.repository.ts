import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { narrow } from '../../platform/database/query-parts.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import type { ReplayedSource, WebhookState } from '../domain/webhook-event.js';
import { replaySpaced } from './replay-spacing.sql.js';
import { WebhookEventEntity } from './webhook-event.entity.js';

export interface ReplayRange {
  /** Time of the first delivery, inclusive. */
  readonly from: Date;
  /** Time of the first delivery, exclusive. */
  readonly to: Date;
  readonly sources: readonly ReplayedSource[];
  readonly states: readonly WebhookState[] | null;
  readonly signatures: readonly SignatureVerdict[] | null;
  readonly accountId: string | null;
}

@Injectable()
export class WebhookReplaysRepository {
  async findForUpdate(tx: Transaction, id: string): Promise<WebhookEventEntity | null> {
    return tx.repository(WebhookEventEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Counts the webhooks in a range, up to `limit` + 1, and how many of their bodies are purged. */
  async count(
    tx: Transaction,
    range: ReplayRange,
    limit: number,
  ): Promise<{ readonly found: number; readonly purged: number }> {
    const found = await select(tx, range)
      .select('event.sealed_body IS NULL', 'isPurged')
      .limit(limit + 1)
      .getRawMany<{ readonly isPurged: boolean }>();
    return { found: found.length, purged: found.filter(({ isPurged }) => isPurged).length };
  }

  async replay(tx: Transaction, id: string): Promise<WebhookEventEntity> {
    const events = tx.repository(WebhookEventEntity);
    await events.update(id, {
      state: 'RECEIVED',
      note: null,
      tries: 0,
      nextTryAt: () => 'now()',
      replays: () => 'replays + 1',
      replayedAt: () => 'now()',
    });
    return events.findOneByOrFail({ id });
  }

  /**
   * Makes the webhooks in a range due, the oldest first and `spacingSeconds` apart, and returns their number. New
   * deliveries and other replays are processed in between.
   */
  async replayRange(
    tx: Transaction,
    range: ReplayRange,
    pace: { readonly spacingSeconds: number; readonly limit: number },
  ): Promise<number> {
    const chosen = await select(tx, range)
      .select('event.id', 'id')
      .andWhere('event.sealed_body IS NOT NULL')
      .orderBy('event.first_received_at')
      .addOrderBy('event.id')
      .limit(pace.limit)
      .setLock('pessimistic_write')
      .getRawMany<{ id: string }>();
    await replaySpaced(
      tx,
      chosen.map(({ id }) => id),
      pace.spacingSeconds,
    );
    return chosen.length;
  }
}

function select(tx: Transaction, range: ReplayRange): SelectQueryBuilder<WebhookEventEntity> {
  return narrow(tx.repository(WebhookEventEntity).createQueryBuilder('event'), range, {
    from: 'event.first_received_at >= :from',
    to: 'event.first_received_at < :to',
    sources: 'event.source = ANY(:sources)',
    states: 'event.state = ANY(:states)',
    signatures: 'event.signature_state = ANY(:signatures)',
    accountId: 'event.account_id = :accountId',
  });
}
