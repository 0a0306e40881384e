import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import expectBuilt from './jest/built-code.mjs';
import { startPgBouncer } from './pgbouncer.mjs';
// Jest does not map module names for a global setup, so it runs the output of `npm run build`.
import { startEmbeddedPostgres } from '../../build/dev/embedded-postgres/embedded-postgres-launcher.js';
import { throwawayDirectory } from '../../build/dev/directories/throwaway-directory.js';
import { migrate } from '../../dist/platform/database/migrate.js';

/** Starts one PostgreSQL for the whole run. Every spec clones its own database from the migrated template. */
export default async function setUp() {
  expectBuilt();
  const directory = await throwawayDirectory('purser-test-');
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(directory, 'postgres'),
    database: 'purser_template',
    durable: false,
    // Four workers, each with a few applications of up to ten connections.
    settings: { max_connections: '300' },
  });
  let pooler = null;
  globalThis.stopTestPostgres = async () => {
    await pooler?.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  await migrate(postgres.url);
  // Runs every spec on partitioned tables on request. Purser does not see a difference.
  if (process.env.PURSER_TEST_PARTITIONS === 'true') {
    const { runPartitions } = await import('../../dist/extras/partitions/partition-run.js');
    await runPartitions({ directUrl: postgres.url, isToBegin: true, months: null, onWait: 'give up' });
  }
  if (process.env.POOLER) {
    try {
      pooler = await startPgBouncer(postgres.url, directory);
    } catch (error) {
      await globalThis.stopTestPostgres();
      throw error;
    }
    process.env.PURSER_TEST_POOLER_PORT = String(pooler.port);
  }
  process.env.PURSER_TEST_DIRECTORY = directory;
  process.env.PURSER_TEST_TEMPLATE_URL = postgres.url;
}
