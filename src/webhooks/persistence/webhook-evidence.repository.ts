import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import type { WebhookState } from '../domain/webhook-event.js';

/** Which webhooks are evidence about one call to the payment service. */
export interface EvidenceSubject {
  /** What its own callback address is of. */
  readonly attemptId: string;
  /** The ids at the payment service that were named for it. */
  readonly providerObjectIds: readonly string[];
  /** What it belongs to here. */
  readonly subjectId: string;
}

export interface UnsettledWebhook {
  readonly id: string;
  readonly state: WebhookState;
  readonly providerObjectId: string | null;
}

const ABOUT_IT = `source = 'PAYOUTS' AND (attempt_id = $1 OR provider_object_id = ANY ($2::uuid[]))`;

// As many as a person looks at before the first of them is settled.
const MAX_SHOWN = 5;

// A payout has a webhook a status; a hundred are a fault of the sender's, and the rest of them say the same.
const MAX_REPLAYED = 100;

/** Stored webhooks as evidence about an attempt. */
@Injectable()
export class WebhookEvidenceRepository {
  /** Those that were not dealt with as something else's, the oldest first, five at most. */
  async findUnsettled(
    tx: Transaction,
    { attemptId, providerObjectIds, subjectId }: EvidenceSubject,
  ): Promise<UnsettledWebhook[]> {
    return tx.query<UnsettledWebhook>(
      `SELECT id, state, provider_object_id AS "providerObjectId" FROM webhook_events
       WHERE ${ABOUT_IT} AND NOT (state = 'PROCESSED' AND subject_id IS NOT NULL AND subject_id <> $3)
       ORDER BY first_received_at LIMIT $4`,
      [attemptId, providerObjectIds, subjectId, MAX_SHOWN],
    );
  }

  /** Makes all of them due now whose bodies are kept, whatever became of them. */
  async makeDue(tx: Transaction, { attemptId, providerObjectIds }: EvidenceSubject): Promise<void> {
    await tx.query(
      `UPDATE webhook_events SET state = 'RECEIVED', note = NULL, tries = 0, next_try_at = now(),
         replays = replays + 1, replayed_at = now()
       WHERE id IN (SELECT id FROM webhook_events WHERE ${ABOUT_IT} AND sealed_body IS NOT NULL
                    ORDER BY first_received_at DESC LIMIT $3 FOR UPDATE)`,
      [attemptId, providerObjectIds, MAX_REPLAYED],
    );
  }
}
