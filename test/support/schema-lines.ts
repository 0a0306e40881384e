import type { TestDatabase } from './test-database.js';

// Complete definitions as PostgreSQL prints them. Partitions are excluded, because their names depend on the month.
const LINES = `
  WITH tables AS (
    SELECT oid, relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
  )
  SELECT line FROM (
    SELECT concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attidentity, attgenerated,
      CASE WHEN attnotnull THEN 'NOT NULL' END, pg_get_expr(adbin, adrelid)) AS line
    FROM tables JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL
    SELECT concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    FROM tables JOIN pg_constraint ON conrelid = tables.oid
    UNION ALL
    SELECT 'index ' || pg_get_indexdef(indexrelid) FROM tables JOIN pg_index ON indrelid = tables.oid
    UNION ALL
    SELECT concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(pg_trigger.oid))
    FROM tables JOIN pg_trigger ON tgrelid = tables.oid AND NOT tgisinternal
    UNION ALL
    SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
    UNION ALL
    SELECT concat_ws(' ', 'view', viewname, definition) FROM pg_views WHERE schemaname = 'public'
  ) AS lines ORDER BY line`;

/**
 * Reads the schema of a database, one line for each part: columns, constraints, indexes, triggers, functions and views.
 */
export async function readSchema(database: TestDatabase): Promise<readonly string[]> {
  return (await database.query<{ line: string }>(LINES)).map(({ line }) => line);
}
