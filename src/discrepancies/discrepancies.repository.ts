import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids.js';
import type { Transaction } from '../database/transaction.js';
import { Alarms } from '../observability/alarms.js';
import type { NewDiscrepancy } from './discrepancy.js';

@Injectable()
export class DiscrepanciesRepository {
  constructor(private readonly alarms: Alarms) {}

  /** Opens a discrepancy and raises its alarm. One that is open already is seen again, and stays one. */
  async open(tx: Transaction, found: NewDiscrepancy): Promise<void> {
    const [opened] = await tx.query<{ id: string; isNew: boolean }>(
      `INSERT INTO discrepancies (id, kind, account_id, subject, payout_id, provider_payout_id, ours, theirs)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (kind, account_id, subject) WHERE closed_at IS NULL
         DO UPDATE SET times_seen = discrepancies.times_seen + 1, last_seen_at = now(), theirs = excluded.theirs
       RETURNING id, xmax = 0 AS "isNew"`,
      [
        newId(),
        found.kind,
        found.accountId,
        found.subject,
        found.payoutId,
        found.providerPayoutId,
        found.ours && JSON.stringify(found.ours),
        found.theirs && JSON.stringify(found.theirs),
      ],
    );
    if (!opened?.isNew) return;
    tx.afterCommit(() => {
      this.alarms.raise('discrepancy_opened', {
        discrepancyId: opened.id,
        kind: found.kind,
        accountId: found.accountId,
        payoutId: found.payoutId,
      });
    });
  }
}
