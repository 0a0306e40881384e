import type { Transaction } from '../../../platform/database/transaction.js';
import type { RecipientCountEntity } from './recipient-count.entity.js';

type Count = Pick<RecipientCountEntity, 'inMinute' | 'inDay' | 'dayBeganAt' | 'raisedTo'>;

const COLUMNS = `in_minute AS "inMinute", in_day AS "inDay", day_began_at AS "dayBeganAt", raised_to AS "raisedTo"`;

/** Counts a use of a name by the database's clock, across all replicas, and returns the new counts. */
export function countRecipientUse(tx: Transaction, name: string): Promise<Count> {
  return callOnce(tx, 'count_recipient_use($1)', [name]);
}

/**
 * Counts uses of several names, one use for each mention, and returns the counts in their order. Callers sort the names,
 * so that two transactions cannot deadlock.
 */
export async function countRecipientUses(tx: Transaction, names: readonly string[]): Promise<Count[]> {
  const used = 'unnest($1::text[]) WITH ORDINALITY AS used (use_of, place)';
  return names.length === 0 ? [] : call(tx, `${used}, count_recipient_use(use_of) ORDER BY place`, [names]);
}

/** Raises the limit of a name until its current day ends. */
export function raiseRecipientUse(tx: Transaction, name: string, perDay: number): Promise<Count> {
  return callOnce(tx, 'raise_recipient_use($1, $2)', [name, perDay]);
}

async function callOnce(tx: Transaction, use: string, parameters: readonly unknown[]): Promise<Count> {
  const [row] = await call(tx, use, parameters);
  if (!row) throw new Error(`${use} returned no row`);
  return row;
}

/** In SQL, because TypeORM cannot call database functions. */
function call(tx: Transaction, use: string, parameters: readonly unknown[]): Promise<Count[]> {
  return tx.query<Count>(`SELECT ${COLUMNS} FROM ${use}`, parameters);
}
