import type { Transaction } from '../../../platform/database/transaction.js';
import type { RecipientCountEntity } from './recipient-count.entity.js';

type Count = Pick<RecipientCountEntity, 'inMinute' | 'inDay' | 'dayBeganAt' | 'raisedTo'>;

/** Counts a use under this name, by the database's clock and across all replicas, and returns the new counts. */
export function countRecipientUse(tx: Transaction, name: string): Promise<Count> {
  return call(tx, 'count_recipient_use($1)', [name]);
}

/** Raises the limit of a name until the end of the current day. */
export function raiseRecipientUse(tx: Transaction, name: string, perDay: number): Promise<Count> {
  return call(tx, 'raise_recipient_use($1, $2)', [name, perDay]);
}

/** In SQL, because TypeORM cannot call database functions. */
async function call(tx: Transaction, use: string, parameters: readonly unknown[]): Promise<Count> {
  const [row] = await tx.query<Count>(
    `SELECT in_minute AS "inMinute", in_day AS "inDay", day_began_at AS "dayBeganAt", raised_to AS "raisedTo" FROM ${use}`,
    parameters,
  );
  if (!row) throw new Error(`${use} returned no row`);
  return row;
}
