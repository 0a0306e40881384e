import '../../config/node-env.js';
import 'reflect-metadata';
import pg from 'pg';
import { ConfigError, loadConfig } from '../../config/config.js';
import { FieldCipher } from './field-cipher.js';
import { reseal, SEALED_COLUMNS } from './reseal.js';

const UNREADABLE = 1;
const NOT_DONE = 2;

/**
 * `node dist/commands/keys-rotate.cjs` re-encrypts with `ENCRYPTION_KEY` everything that is encrypted with another key;
 * see SECURITY.md.
 */
async function main(): Promise<number> {
  const config = loadConfig();
  const cipher = new FieldCipher(config);
  const client = new pg.Client({
    connectionString: config.database.url.reveal(),
    application_name: 'purser-keys-rotate',
  });
  await client.connect();
  let unreadableCount = 0;
  try {
    for (const sealedColumn of SEALED_COLUMNS) {
      const report = await reseal(client, cipher, sealedColumn);
      unreadableCount += report.unreadableCount;
      const place = `${report.table}.${report.column}`;
      process.stdout.write(`${place}: ${report.resealed} resealed, ${report.unreadableCount} not readable\n`);
      for (const id of report.unreadable) process.stdout.write(`  ${place} of ${id} opens with no key at hand\n`);
    }
  } finally {
    await client.end();
  }
  return unreadableCount === 0 ? 0 : UNREADABLE;
}

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    // The message of a configuration error names variables and never values. Other errors might show more.
    process.stderr.write(`${error instanceof ConfigError ? error.message : 'The keys could not be rotated'}\n`);
    process.exitCode = NOT_DONE;
  },
);
