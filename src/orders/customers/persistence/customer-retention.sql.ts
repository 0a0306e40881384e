import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { changeUnlocked, type UnlockedRows } from '../../../platform/scheduling/persistence/claim-due-rows.sql.js';

const OLD_PAYERS: UnlockedRows = {
  change: 'UPDATE orders SET customer_hashes = NULL',
  among: `SELECT id FROM orders
    WHERE customer_hashes IS NOT NULL AND next_check_at IS NULL AND updated_at < now() - make_interval(days => $1)
    ORDER BY updated_at`,
};

/** Deletes the hashes of payers of orders that ended long ago. In SQL, for an UPDATE that skips locked rows. */
@Injectable()
export class CustomerRetentionRepository {
  /** Purges the orders that have been unchanged for longest, and returns how many. Orders still polled keep theirs. */
  async purge(tx: Transaction, { days, limit }: { readonly days: number; readonly limit: number }): Promise<number> {
    return changeUnlocked(tx, OLD_PAYERS, { parameters: [days], limit });
  }
}
