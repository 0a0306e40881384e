import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../../database/api-reads.js';
import type { Transaction } from '../../../database/transaction.js';

/** By what an attempt is bound to a payout at the provider. */
export type BindingEvidenceKind =
  /** The answer itself. */
  | 'RESPONSE'
  /** A read-back that carries the attempt's callback URL. */
  | 'CALLBACK_URL'
  /** A webhook at that URL whose read-back matches. */
  | 'WEBHOOK_AT_TOKEN'
  /** An operator's id that another person confirmed. */
  | 'OPERATOR_BOUND';

export type EvidenceKind =
  | BindingEvidenceKind
  /** An answer that could not be used, and the id it named: it settles nothing. */
  | 'RESPONSE_UNUSABLE'
  /** Two people found it not to be there. */
  | 'OPERATORS_CLOSED'
  /** Proof that a second one was paid. */
  | 'DUPLICATE'
  /** Proof that the id it was bound to is another payout's; what bound it counts no more. */
  | 'BINDING_DISPROVED';

export interface NewEvidence {
  readonly payoutId: string;
  readonly attemptId: string;
  readonly kind: EvidenceKind;
  readonly providerPayoutId: string | null;
  /** The API key of the person; null for evidence that speaks for itself. */
  readonly actorId: string | null;
  /** Ids and words; never personal data. */
  readonly detail: Readonly<Record<string, string | number | null>>;
}

export interface EvidenceRecord extends NewEvidence {
  readonly occurredAt: Date;
}

// A payout has a few pieces of evidence, and one for every further payment found.
const MAX_EVIDENCE = 50;

// One answer names five at most; a binding that was disproved adds one.
const MAX_NAMED = 10;

/** What is known about attempts beyond their state, append-only: most of it settled them. */
@Injectable()
export class PayoutEvidenceRepository {
  constructor(private readonly reads: ApiReads) {}

  async append(tx: Transaction, evidence: NewEvidence): Promise<void> {
    await tx.query(
      `INSERT INTO payout_evidence (payout_id, attempt_id, kind, provider_payout_id, actor_id, detail)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [
        evidence.payoutId,
        evidence.attemptId,
        evidence.kind,
        evidence.providerPayoutId,
        evidence.actorId,
        JSON.stringify(evidence.detail),
      ],
    );
  }

  async isKnownDuplicate(tx: Transaction, attemptId: string, providerPayoutId: string): Promise<boolean> {
    const known = await tx.query(
      `SELECT 1 FROM payout_evidence WHERE attempt_id = $1 AND provider_payout_id = $2 AND kind = 'DUPLICATE' LIMIT 1`,
      [attemptId, providerPayoutId],
    );
    return known.length > 0;
  }

  /** The ids that answers named for an attempt and that did not bind it, or do no more; the first first. */
  async findNamedIds(
    tx: Transaction,
    { payoutId, attemptId }: { readonly payoutId: string; readonly attemptId: string },
  ): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT provider_payout_id AS id FROM payout_evidence
       WHERE payout_id = $1 AND attempt_id = $2 AND kind IN ('RESPONSE_UNUSABLE', 'BINDING_DISPROVED')
       GROUP BY provider_payout_id ORDER BY min(payout_evidence.id) LIMIT $3`,
      [payoutId, attemptId, MAX_NAMED],
    );
    return rows.map(({ id }) => id);
  }

  /** The evidence about several payouts, each payout's oldest first. */
  async findByPayouts(payoutIds: readonly string[]): Promise<EvidenceRecord[]> {
    return this.reads.query<EvidenceRecord[]>(
      `SELECT piece.payout_id AS "payoutId", piece.attempt_id AS "attemptId", piece.kind,
         piece.provider_payout_id AS "providerPayoutId", piece.actor_id AS "actorId", piece.detail,
         piece.occurred_at AS "occurredAt"
       FROM unnest($1::uuid[]) AS wanted (wanted_id)
       CROSS JOIN LATERAL (SELECT * FROM payout_evidence WHERE payout_id = wanted.wanted_id ORDER BY id LIMIT $2) AS piece
       ORDER BY piece.id`,
      [payoutIds, MAX_EVIDENCE],
    );
  }
}
