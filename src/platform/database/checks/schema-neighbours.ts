import type { LoggerService } from '@nestjs/common';
import { StartError } from '../../config/start-error.js';
import { askOnce } from '../connection/ask-once.js';
import type { DatabaseAddress } from './database-errors.js';

/**
 * The newest migration of the previous release, the oldest that can run side by side with this one. Older releases may
 * read columns or tables that a migration has removed since. Update this with each release, together with
 * `dev/release/release-before.ts`.
 */
export const OLDEST_NEIGHBOUR = 'CreateDeskChanges1795219224000';

const UNDEFINED_TABLE = '42P01';

const COMMENT = `Works with releases that have ${OLDEST_NEIGHBOUR}`;
const NEIGHBOUR_IN_COMMENT = /^Works with releases that have (\w+)$/;

interface Schema {
  readonly run: readonly string[];
  readonly comment: string | null;
}

/** Returns the names of this release's migrations (`known`) that the database lacks. */
export async function findLackingMigrations(url: string, known: readonly string[]): Promise<readonly string[]> {
  const { run } = await readSchema(url);
  return known.filter((name) => !run.includes(name));
}

/**
 * Compares the schema with this release. If the schema belongs to the next release this only logs a warning, because
 * neighbouring releases work side by side.
 * @param known the migrations of this release
 * @throws StartError if the schema belongs to a release after the next one
 */
export async function checkSchemaAge(
  { variable, url }: DatabaseAddress,
  known: readonly string[],
  logger: LoggerService,
): Promise<void> {
  const { run, comment } = await readSchema(url);
  const unknown = run.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const neighbour = NEIGHBOUR_IN_COMMENT.exec(comment ?? '')?.[1];
  if (neighbour !== undefined && !known.includes(neighbour)) {
    const hint = `The database was migrated by a later release than the next one: it works with releases that have the migration ${neighbour}, which this one lacks. Start a newer release.`;
    throw new StartError(variable, hint);
  }
  logger.warn({ event: 'database_is_newer', migrations: unknown }, 'Migrations');
}

/** Records which release is the oldest that works with this schema, so that releases before it refuse to start. */
export async function noteNeighbour(
  owner: { query(sql: string): Promise<unknown> },
  known: readonly string[],
): Promise<void> {
  // Migration names are class names, so they need no quoting. An older release that is started again leaves the comment
  // alone.
  await owner.query(`DO $$ BEGIN
    IF (SELECT pg_has_role(relowner, 'USAGE') AND obj_description(oid, 'pg_class') IS DISTINCT FROM '${COMMENT}'
        FROM pg_class WHERE oid = 'migrations'::regclass)
      AND NOT EXISTS (SELECT 1 FROM migrations WHERE name <> ALL ('{${known.join()}}'))
    THEN COMMENT ON TABLE migrations IS '${COMMENT}';
    END IF;
  END $$`);
}

async function readSchema(url: string): Promise<Schema> {
  try {
    const rows = await askOnce<{ name: string; comment: string | null }>(
      { connectionString: url },
      `SELECT name, obj_description('migrations'::regclass, 'pg_class') AS comment FROM migrations`,
    );
    return { run: rows.map(({ name }) => name), comment: rows[0]?.comment ?? null };
  } catch (error) {
    // The database was never migrated.
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return { run: [], comment: null };
    throw error;
  }
}
