import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids.js';
import type { Transaction } from '../../database/transaction.js';
import { Alarms } from '../../observability/alarms.js';
import type { Discrepancy, NewDiscrepancy } from '../discrepancy.js';
import { DiscrepancyEntity } from './discrepancy.entity.js';

/** The columns of a `Discrepancy`, from the table `discrepancies AS d`. */
export const DISCREPANCY_COLUMNS = `d.id, d.kind, d.account_id AS "accountId", d.subject, d.payout_id AS "payoutId",
  d.provider_payout_id AS "providerPayoutId", d.ours, d.theirs, d.times_seen AS "timesSeen", d.opened_at AS "openedAt",
  d.last_seen_at AS "lastSeenAt", d.closed_at AS "closedAt", d.closed_by AS "closedBy", d.note`;

// What a person has closed is not opened again by every look at it: only other facts make it another difference.
const SEEN_AGAIN_AFTER_ITS_END = `
  UPDATE discrepancies SET times_seen = times_seen + 1, last_seen_at = now()
  WHERE id = (SELECT id FROM discrepancies
              WHERE kind = $1 AND account_id = $2 AND subject = $3 ORDER BY closed_at DESC NULLS FIRST LIMIT 1)
    AND closed_at IS NOT NULL AND ours IS NOT DISTINCT FROM $4::jsonb AND theirs IS NOT DISTINCT FROM $5::jsonb
  RETURNING id`;

@Injectable()
export class DiscrepanciesRepository {
  constructor(private readonly alarms: Alarms) {}

  /**
   * Opens a discrepancy and raises its alarm. One that is open already is seen again, and stays one; so is one that was
   * closed, as long as the facts are those it was closed with.
   *
   * @returns whether it is a new one
   */
  async open(tx: Transaction, found: NewDiscrepancy): Promise<boolean> {
    const ours = found.ours && JSON.stringify(found.ours);
    const theirs = found.theirs && JSON.stringify(found.theirs);
    const seen = await tx.query(SEEN_AGAIN_AFTER_ITS_END, [found.kind, found.accountId, found.subject, ours, theirs]);
    if (seen.length > 0) return false;
    const [opened] = await tx.query<{ id: string; isNew: boolean }>(
      `INSERT INTO discrepancies (id, kind, account_id, subject, payout_id, provider_payout_id, ours, theirs)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (kind, account_id, subject) WHERE closed_at IS NULL
         DO UPDATE SET times_seen = discrepancies.times_seen + 1, last_seen_at = now(), ours = excluded.ours,
           theirs = excluded.theirs
       RETURNING id, xmax = 0 AS "isNew"`,
      [newId(), found.kind, found.accountId, found.subject, found.payoutId, found.providerPayoutId, ours, theirs],
    );
    if (!opened?.isNew) return false;
    tx.afterCommit(() => {
      this.alarms.raise('discrepancy_opened', {
        discrepancyId: opened.id,
        kind: found.kind,
        accountId: found.accountId,
        payoutId: found.payoutId,
      });
    });
    return true;
  }

  /** The discrepancy, locked until the transaction ends; null when there is none. */
  async findForUpdate(tx: Transaction, id: string): Promise<Discrepancy | null> {
    return tx.repository(DiscrepancyEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async close(
    tx: Transaction,
    id: string,
    end: { readonly closedBy: string; readonly note: string },
  ): Promise<Discrepancy> {
    const [closed] = await tx.query<Discrepancy>(
      `UPDATE discrepancies AS d SET closed_at = now(), closed_by = $2, note = $3 WHERE d.id = $1
       RETURNING ${DISCREPANCY_COLUMNS}`,
      [id, end.closedBy, end.note],
    );
    if (!closed) throw new Error('A discrepancy vanished while it was being closed');
    return closed;
  }
}
