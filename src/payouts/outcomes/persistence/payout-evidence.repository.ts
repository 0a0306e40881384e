import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../../database/api-reads.js';
import type { Transaction } from '../../../database/transaction.js';
import type { EvidenceRecord, NewEvidence } from '../domain/payout-evidence.js';
import { PayoutEvidenceEntity } from './payout-evidence.entity.js';

// A payout has a few pieces of evidence, and one for every further payment found.
const MAX_EVIDENCE = 50;

// One answer names five at most; a binding that was disproved adds one.
const MAX_NAMED = 10;

/** The facts known about attempts beyond their state, append-only: most of it decided their outcome. */
@Injectable()
export class PayoutEvidenceRepository {
  constructor(private readonly reads: ApiReads) {}

  async append(tx: Transaction, evidence: NewEvidence): Promise<void> {
    const insert = tx.repository(PayoutEvidenceEntity).createQueryBuilder().insert().updateEntity(false);
    await insert.values(evidence).execute();
  }

  async isKnownDuplicate(tx: Transaction, attemptId: string, providerPayoutId: string): Promise<boolean> {
    return tx.repository(PayoutEvidenceEntity).existsBy({ attemptId, providerPayoutId, kind: 'DUPLICATE' });
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
