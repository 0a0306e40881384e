import type { Config } from '../../config/config.js';
import { askOnce } from '../connection/ask-once.js';
import { FieldCipher, type SealedColumn, UnsealError } from './field-cipher.js';

const PLACE: SealedColumn = { table: 'encryption_check', column: 'sealed_text', rowId: 'only' };

/**
 * Checks that `ENCRYPTION_KEY` and `HASH_KEY` are the keys this database was written with, before anything is read or
 * written with them. The first start on a database sets them.
 * @throws UnsealError if one of them differs
 */
export async function checkEncryptionKey(config: Config): Promise<void> {
  const cipher = new FieldCipher(config);
  // Hashed with one key and sealed with the other, so it reveals a change of either.
  const text = cipher.keyedHash('encryption-check', 'purser').toString('hex');
  // If replicas start together, the first one's row counts for all.
  const [row] = await askOnce<{ sealed_text: Buffer }>(
    { connectionString: config.database.url.reveal() },
    `INSERT INTO public.encryption_check AS known (sealed_text) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET sealed_text = known.sealed_text RETURNING sealed_text`,
    [cipher.seal(text, PLACE)],
  );
  if (!row) throw new Error('The database has no row of encryption_check');
  if (cipher.unseal(row.sealed_text, PLACE).toString() === text) return;
  throw new UnsealError('encryption_check: HASH_KEY is not the key that this database was written with');
}
