import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../database/transaction.js';

/**
 * Tells people apart by their keys: whoever made or redeemed a key may be who holds it. In SQL, since a function of the
 * database says so.
 */
@Injectable()
export class SamePerson {
  /** Whether a caller may be one of the others. The database refuses the same, by the same function. */
  async isAmong(tx: Transaction, callerId: string, others: readonly string[]): Promise<boolean> {
    const [row] = await tx.query<{ isAmong: boolean }>(
      `SELECT coalesce(bool_or(is_same_person($1, other)), false) AS "isAmong" FROM unnest($2::uuid[]) AS other`,
      [callerId, others],
    );
    return row?.isAmong === true;
  }
}
