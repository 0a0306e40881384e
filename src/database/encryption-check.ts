import pg from 'pg';
import type { Config } from '../config/config.js';
import { FieldCipher, type SealedPlace } from './field-cipher.js';

const PLACE: SealedPlace = { table: 'encryption_check', column: 'sealed_text', rowId: 'only' };

/**
 * Makes sure that `ENCRYPTION_KEY` is the key this database was written with, before anything is read or written with
 * it; the first start on a database sets it.
 *
 * @throws UnsealError when it is another one
 */
export async function checkEncryptionKey(config: Config): Promise<void> {
  const cipher = new FieldCipher(config);
  const client = new pg.Client({ connectionString: config.database.url.reveal(), application_name: 'purser-boot' });
  await client.connect();
  try {
    // Of replicas that start together, the first one's row counts for all.
    await client.query('INSERT INTO encryption_check (sealed_text) VALUES ($1) ON CONFLICT DO NOTHING', [
      cipher.seal('purser', PLACE),
    ]);
    const { rows } = await client.query<{ sealed_text: Buffer }>('SELECT sealed_text FROM encryption_check');
    for (const row of rows) cipher.unseal(row.sealed_text, PLACE);
  } finally {
    await client.end();
  }
}
