import type { Config } from '../../config/config.js';
import { askOnce } from '../connection/ask-once.js';
import { FieldCipher, type SealedColumn, UnsealError } from './field-cipher.js';

const PLACE: SealedColumn = { table: 'encryption_check', column: 'sealed_text', rowId: 'only' };

/**
 * Checks that this database was written with the current `ENCRYPTION_KEY` and `HASH_KEY`, before anything is read or
 * written with them. The first start on a new database stores the check value.
 * @throws UnsealError if one of the keys differs
 */
export async function checkEncryptionKey(config: Config): Promise<void> {
  const cipher = new FieldCipher(config);
  // Hashed with one key and encrypted with the other, so a change to either is detected.
  const text = cipher.keyedHash('encryption-check', 'purser').toString('hex');
  // If several replicas start together, the row of the first one is used by all.
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
