import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import type { WebhookState } from '../domain/webhook-event.js';

/** Identifies one call to the provider, to find the webhooks that are evidence about it. */
export interface EvidenceSubject {
  readonly attemptId: string;
  /** Provider ids that webhooks or people named for the attempt. */
  readonly providerObjectIds: readonly string[];
  readonly subjectId: string;
}

export interface PendingWebhook {
  readonly id: string;
  readonly state: WebhookState;
  readonly providerObjectId: string | null;
  readonly firstReceivedAt: Date;
  /** The webhook could not be processed, and retrying will not change that. */
  readonly isUnreadable: boolean;
}

const ABOUT_IT = `source = 'PAYOUTS' AND (attempt_id = $1 OR provider_object_id = ANY ($2::uuid[]))`;

// The body is purged; or people replayed the webhook, and it still failed or names no object. The replay is required
// because the provider or an encryption key may have been unavailable throughout the first tries.
const IS_UNREADABLE = `(sealed_body IS NULL
  OR (replays > 0 AND (state = 'FAILED' OR (state = 'IGNORED' AND provider_object_id IS NULL))))`;

// A person resolves the first of them before reading more than five.
const MAX_SHOWN = 5;

// A payout has one webhook per status. A hundred mean a fault on the sender's side, and they repeat each other.
const MAX_REPLAYED = 100;

/**
 * Finds webhooks that are evidence about an attempt. In SQL, because the same computed condition is selected, sorted
 * by, and used in an update.
 */
@Injectable()
export class WebhookEvidenceRepository {
  /**
   * Returns up to five webhooks about the attempt, the oldest first, without those that were processed as another
   * object's.
   * @param acknowledged unreadable webhooks that people know about; they come last, and do not count among the five
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

  /**
   * Makes the subject's webhooks that still have a body due now, whatever their state. A webhook that is still waiting
   * to be processed keeps its count of tries.
   */
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
