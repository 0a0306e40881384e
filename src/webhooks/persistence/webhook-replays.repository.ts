import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import type { ReplayedSource, WebhookState } from '../domain/webhook-event.js';
import { WebhookEventEntity } from './webhook-event.entity.js';

/** Which webhooks a replay takes; what is null filters nothing. */
export interface ReplayRange {
  /** Inclusive, by the first delivery. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly sources: readonly ReplayedSource[];
  readonly states: readonly WebhookState[] | null;
  readonly signatures: readonly SignatureVerdict[] | null;
  readonly accountId: string | null;
}

const IN_RANGE = `source = ANY($1) AND first_received_at >= $2 AND first_received_at < $3
  AND ($4::text[] IS NULL OR state = ANY($4)) AND ($5::text[] IS NULL OR signature_state = ANY($5))
  AND ($6::uuid IS NULL OR account_id = $6)`;

// A row is in seven indexes: 10,000 at once come near the statement time-out on a busy machine, a thousand do not.
const CHUNK_SIZE = 1_000;

/** Makes stored webhooks due again. */
@Injectable()
export class WebhookReplaysRepository {
  /** The event, locked until the transaction ends; null when there is none. */
  async findForUpdate(tx: Transaction, id: string): Promise<WebhookEventEntity | null> {
    return tx.repository(WebhookEventEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** How many of a range there are, counted up to one more than `limit`, and how many of them have lost their body. */
  async count(
    tx: Transaction,
    range: ReplayRange,
    limit: number,
  ): Promise<{ readonly found: number; readonly purged: number }> {
    const [row] = await tx.query<{ found: number; purged: number }>(
      `SELECT count(*)::integer AS found, (count(*) FILTER (WHERE is_purged))::integer AS purged
       FROM (SELECT sealed_body IS NULL AS is_purged FROM webhook_events WHERE ${IN_RANGE} LIMIT $7) AS in_range`,
      [...parametersOf(range), limit + 1],
    );
    return row ?? { found: 0, purged: 0 };
  }

  /** Makes one event due now, whatever became of it. */
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
   * Makes the events of a range due, the oldest first and `spacingSeconds` apart, and returns how many. What was
   * delivered or replayed in the meantime goes between them.
   */
  async replayRange(
    tx: Transaction,
    range: ReplayRange,
    pace: { readonly spacingSeconds: number; readonly limit: number },
  ): Promise<number> {
    const chosen = await tx.query<{ id: string }>(
      `SELECT id FROM webhook_events WHERE ${IN_RANGE} AND sealed_body IS NOT NULL
       ORDER BY first_received_at, id LIMIT $7 FOR UPDATE`,
      [...parametersOf(range), pace.limit],
    );
    for (let start = 0; start < chosen.length; start += CHUNK_SIZE) {
      const ids = chosen.slice(start, start + CHUNK_SIZE).map(({ id }) => id);
      await tx.query(
        `UPDATE webhook_events SET state = 'RECEIVED', note = NULL, tries = 0, replays = replays + 1, replayed_at = now(),
           next_try_at = now() + make_interval(secs => ($2::integer + line.place - 1) * $3::double precision)
         FROM unnest($1::uuid[]) WITH ORDINALITY AS line (id, place) WHERE webhook_events.id = line.id`,
        [ids, start, pace.spacingSeconds],
      );
    }
    return chosen.length;
  }
}

function parametersOf(range: ReplayRange): unknown[] {
  return [range.sources, range.from, range.to, range.states, range.signatures, range.accountId];
}
