import type { Transaction } from '../../../database/transaction.js';
import type { RecipientCountEntity } from './recipient-count.entity.js';

/**
 * Counts a use of a name by the database's clock, for all replicas together, and returns how many there are now. In SQL, since
 * it is a function of the database, which TypeORM selects from no entity.
 */
export async function countRecipientUse(
  tx: Transaction,
  name: string,
): Promise<Pick<RecipientCountEntity, 'inMinute' | 'inDay'>> {
  const [row] = await tx.query<Pick<RecipientCountEntity, 'inMinute' | 'inDay'>>(
    'SELECT in_minute AS "inMinute", in_day AS "inDay" FROM count_recipient_use($1)',
    [name],
  );
  if (!row) throw new Error('count_recipient_use() returned no row');
  return row;
}
