import type { Transaction } from '../../../platform/database/transaction.js';
import { insertInto } from '../../../platform/database/writes.js';
import type { NewEvidence } from '../domain/payout-evidence.js';

/** Inserts evidence. In SQL, so that it travels in one statement with the state change that it supports. */
export async function insertEvidence(tx: Transaction, evidence: NewEvidence): Promise<void> {
  const { payoutId, attemptId, kind, providerPayoutId, actorId, detail } = evidence;
  await tx.write(
    insertInto('payout_evidence', {
      payout_id: payoutId,
      attempt_id: attemptId,
      kind,
      provider_payout_id: providerPayoutId,
      actor_id: actorId,
      detail: JSON.stringify(detail),
    }),
  );
}
