import pg from 'pg';
import type { Config } from '../config/config.js';
import { FieldCipher, type SealedColumn, UnsealError } from './field-cipher.js';

const PLACE: SealedColumn = { table: 'encryption_check', column: 'sealed_text', rowId: 'only' };

/**
 * Makes sure that `ENCRYPTION_KEY` and `HASH_KEY` are the keys this database was written with, before anything is read
 * or written with them; the first start on a database sets them.
 *
 * @throws UnsealError when one is another
 */
export async function checkEncryptionKey(config: Config): Promise<void> {
  const cipher = new FieldCipher(config);
  // Sealed with the one key and made with the other: it tells whether either has changed.
  const text = cipher.keyedHash('encryption-check', 'purser').toString('hex');
  const client = new pg.Client({ connectionString: config.database.url.reveal(), application_name: 'purser-boot' });
  await client.connect();
  try {
    // Of replicas that start together, the first one's row counts for all.
    await client.query('INSERT INTO encryption_check (sealed_text) VALUES ($1) ON CONFLICT DO NOTHING', [
      cipher.seal(text, PLACE),
    ]);
    const { rows } = await client.query<{ sealed_text: Buffer }>('SELECT sealed_text FROM encryption_check');
    for (const row of rows) {
      if (cipher.unseal(row.sealed_text, PLACE).toString() === text) continue;
      throw new UnsealError('encryption_check: HASH_KEY is not the key that this database was written with');
    }
  } finally {
    await client.end();
  }
}
