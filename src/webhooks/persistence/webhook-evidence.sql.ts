import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import type { WebhookState } from '../domain/webhook-event.js';

/** Which webhooks are evidence about one call to the provider. */
export interface EvidenceSubject {
  /** The attempt of its callback address. */
  readonly attemptId: string;
  /** The ids at the provider that were named for it. */
  readonly providerObjectIds: readonly string[];
  /** The payout that it belongs to. */
  readonly subjectId: string;
}

export interface PendingWebhook {
  readonly id: string;
  readonly state: WebhookState;
  readonly providerObjectId: string | null;
  readonly firstReceivedAt: Date;
  /** Whether it ended without being read: nothing more is learned of it by itself. */
  readonly isUnreadable: boolean;
}

const ABOUT_IT = `source = 'PAYOUTS' AND (attempt_id = $1 OR provider_object_id = ANY ($2::uuid[]))`;

// Its body is gone, or it has no further try, or names nothing: also when it was processed once more since people
// asked, for the provider or a key may have been away for as long as it was tried at first.
const IS_UNREADABLE = `(sealed_body IS NULL
  OR (replays > 0 AND (state = 'FAILED' OR (state = 'IGNORED' AND provider_object_id IS NULL))))`;

// As many as a person looks at before the first of them is settled.
const MAX_SHOWN = 5;

// A payout has a webhook a status; a hundred are a fault of the sender's, and the rest of them say the same.
const MAX_REPLAYED = 100;

/**
 * Stored webhooks as evidence about an attempt. In SQL, since one computed condition is shown, sorted by and updated
 * by.
 */
@Injectable()
export class WebhookEvidenceRepository {
  /**
   * Those that were not processed as something else's, the oldest first, five at most.
   *
   * @param acknowledged unreadable ones that are known, which come behind the others, and beside those five
   */
  async findPending(
    tx: Transaction,
    { attemptId, providerObjectIds, subjectId }: EvidenceSubject,
    acknowledged: readonly string[] = [],
  ): Promise<PendingWebhook[]> {
    return tx.query<PendingWebhook>(
      `SELECT id, state, provider_object_id AS "providerObjectId", first_received_at AS "firstReceivedAt",
         ${IS_UNREADABLE} AS "isUnreadable"
       FROM webhook_events
       WHERE ${ABOUT_IT} AND NOT (state = 'PROCESSED' AND subject_id IS NOT NULL AND subject_id <> $3)
       ORDER BY ${IS_UNREADABLE} AND id = ANY ($4::uuid[]), first_received_at LIMIT $5`,
      [attemptId, providerObjectIds, subjectId, acknowledged, MAX_SHOWN + acknowledged.length],
    );
  }

  /** Makes those due now whose bodies are kept, whatever became of them; one that is being tried uses its tries up. */
  async makeDue(
    tx: Transaction,
    { attemptId, providerObjectIds }: EvidenceSubject,
    { isUnreadableToo }: { readonly isUnreadableToo: boolean },
  ): Promise<void> {
    await tx.query(
      `UPDATE webhook_events SET state = 'RECEIVED', note = NULL,
         tries = CASE WHEN state = 'RECEIVED' THEN tries ELSE 0 END, next_try_at = now(),
         replays = replays + 1, replayed_at = now()
       WHERE id IN (SELECT id FROM webhook_events
                    WHERE ${ABOUT_IT} AND sealed_body IS NOT NULL AND ($3 OR NOT ${IS_UNREADABLE})
                    ORDER BY first_received_at DESC LIMIT $4 FOR UPDATE)`,
      [attemptId, providerObjectIds, isUnreadableToo, MAX_REPLAYED],
    );
  }
}
