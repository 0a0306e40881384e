import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { changeUnlocked, type UnlockedRows } from '../../../platform/scheduling/persistence/claim-due-rows.sql.js';

const OLD_PAYERS: UnlockedRows = {
  change: 'UPDATE orders SET customer_hashes = NULL',
  among: `SELECT id FROM orders
    WHERE customer_hashes IS NOT NULL AND next_check_at IS NULL AND updated_at < now() - make_interval(days => $1)
    ORDER BY updated_at`,
};

/** Purges the hashes of payers of orders that ended long ago. In SQL, so that the UPDATE skips locked rows. */
@Injectable()
export class CustomerRetentionRepository {
  /**
   * Purges the hashes in the orders that have been unchanged for longest, and returns the number of orders. Orders that
   * are still polled keep their hashes.
   */
  async purge(tx: Transaction, { days, limit }: { readonly days: number; readonly limit: number }): Promise<number> {
    return changeUnlocked(tx, OLD_PAYERS, { parameters: [days], limit });
  }
}
