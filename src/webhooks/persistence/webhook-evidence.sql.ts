import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import type { WebhookState } from '../domain/webhook-event.js';

/** Selects webhooks that are evidence about one call to the provider. */
export interface EvidenceSubject {
  readonly attemptId: string;
  /** Provider ids that were named for it. */
  readonly providerObjectIds: readonly string[];
  readonly subjectId: string;
}

export interface PendingWebhook {
  readonly id: string;
  readonly state: WebhookState;
  readonly providerObjectId: string | null;
  readonly firstReceivedAt: Date;
  /** Its tries ended without a read, so nothing more will be learned. */
  readonly isUnreadable: boolean;
}

const ABOUT_IT = `source = 'PAYOUTS' AND (attempt_id = $1 OR provider_object_id = ANY ($2::uuid[]))`;

// Its body is purged, it has no more tries, or it names nothing. Also after people replayed it, because the provider or
// a key may have been unavailable throughout its first tries.
const IS_UNREADABLE = `(sealed_body IS NULL
  OR (replays > 0 AND (state = 'FAILED' OR (state = 'IGNORED' AND provider_object_id IS NULL))))`;

// As many as a person reads before settling the first.
const MAX_SHOWN = 5;

// A payout has one webhook per status. A hundred are a fault of the sender's, and repeat each other.
const MAX_REPLAYED = 100;

/**
 * Finds webhooks that are evidence about an attempt. In SQL, because one computed condition is selected, sorted and
 * updated by.
 */
@Injectable()
export class WebhookEvidenceRepository {
  /**
   * Returns up to five webhooks that were not processed as another object's, the oldest first.
   * @param acknowledged unreadable ones that people know about; they come after the others, and do not count among the
   * five
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

  /** Makes those with a body due now, whatever their state. One that is being tried uses up its tries. */
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
