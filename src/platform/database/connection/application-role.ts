import pg from 'pg';
import { askOnce } from './ask-once.js';

/** Append-only tables: no role may UPDATE or DELETE. */
export const APPEND_ONLY_TABLES: readonly string[] = [
  'audit_entries',
  'audit_seals',
  'desk_changes',
  'ledger_entries',
  'payout_evidence',
  'status_changes',
];

/** Columns that only the database fills in, so that no row can be backdated or inserted between others. */
const FILLED_BY_DATABASE: Readonly<Record<string, readonly string[]>> = {
  audit_entries: ['incarnation', 'tx_id', 'occurred_at'],
  ledger_entries: ['occurred_at'],
  payout_evidence: ['occurred_at'],
  status_changes: ['incarnation', 'tx_id', 'occurred_at'],
};

/** Functions that the application calls. Functions that run with the owner's rights may be called by no other role. */
const CALLED_BY_APPLICATION = ['current_incarnation()', 'refuse_write(text)', 'seal_audit_entries(uuid[], bytea[])'];

// All rights on a table, including references and maintenance.
const ALL_RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];

export async function findRole(databaseUrl: string): Promise<string> {
  const [row] = await askOnce<{ role: string }>({ connectionString: databaseUrl }, 'SELECT current_user AS role');
  return row?.role ?? '';
}

/**
 * Whether the role of one address owns the history or may act as the role of the other. It could then remove the
 * history's guards, whatever is granted to it. Checked before anything is written, because the grants below also revoke
 * rights.
 */
export async function mayActAsOwner(databaseUrl: string, ownerUrl: string): Promise<boolean> {
  const [row] = await askOnce<{ may: boolean }>(
    { connectionString: databaseUrl },
    `SELECT pg_has_role($1::text::name, 'MEMBER') OR EXISTS (
       SELECT 1 FROM unnest($2::text[]) AS name JOIN pg_class ON pg_class.oid = to_regclass(name)
       WHERE pg_has_role(relowner, 'MEMBER')) AS may`,
    [await findRole(ownerUrl), APPEND_ONLY_TABLES],
  );
  return row?.may === true;
}

/**
 * Restores the owner's rights on its tables, without which seals and foreign keys fail with 42501. Release 0.1.0
 * revoked them if both addresses named the owner.
 */
export async function restoreOwnersRights(owner: { query<Rows>(sql: string): Promise<Rows> }): Promise<void> {
  const hasAll = ALL_RIGHTS.map((right) => `has_table_privilege(relowner, oid, '${right}')`).join(' AND ');
  await owner.query(`DO $$ DECLARE robbed record; BEGIN
    FOR robbed IN SELECT relname, relowner::regrole AS owner FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
        AND pg_has_role(relowner, 'USAGE') AND NOT (${hasAll})
    LOOP EXECUTE format('GRANT ALL ON TABLE public.%I TO %s', robbed.relname, robbed.owner);
    END LOOP;
  END $$`);
}

/**
 * Whether a role may change append-only tables: because it owns one and could drop its trigger, has the right, or is a
 * superuser. For such a role the trigger only prevents accidents.
 */
export async function mayRewriteHistory(databaseUrl: string): Promise<boolean> {
  const [row] = await askOnce<{ may: boolean }>(
    { connectionString: databaseUrl },
    `SELECT coalesce(bool_or(pg_has_role(relowner, 'MEMBER')
       OR has_any_column_privilege(oid, 'UPDATE') OR has_table_privilege(oid, 'DELETE, TRUNCATE')), false) AS may
     FROM pg_class WHERE oid = ANY($1::regclass[])`,
    [APPEND_ONLY_TABLES.map((name) => `public.${name}`)],
  );
  return row?.may === true;
}

/**
 * Grants the application role the rights that it needs on the owner's tables, and revokes all others. It needs none on
 * partitions, because rights on a table cover the rows in its partitions.
 */
export async function grantRights(owner: { query<Rows>(sql: string): Promise<Rows> }, role: string): Promise<void> {
  const to = pg.escapeIdentifier(role);
  const tables = await owner.query<{ name: string; columns: string[]; isPartition: boolean }[]>(
    `SELECT relname AS name, array_agg(attname::text) AS columns, relispartition AS "isPartition"
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND pg_has_role(relowner, 'USAGE')
     GROUP BY relname, relispartition`,
  );
  const ofTables = tables.flatMap(({ name, columns, isPartition }) => {
    const on = `ON TABLE public.${pg.escapeIdentifier(name)}`;
    const granted = isPartition ? [] : [`GRANT ${rightsOn(name, columns)} ${on} TO ${to}`];
    return [`REVOKE ALL ${on} FROM ${to}`, ...granted];
  });
  const ofFunctions = CALLED_BY_APPLICATION.map((called) => `GRANT EXECUTE ON FUNCTION public.${called} TO ${to}`);
  await owner.query([`GRANT USAGE ON SCHEMA public TO ${to}`, ...ofTables, ...ofFunctions].join('; '));
}

// Only ledger entries change the figures. Locking a row requires UPDATE on one of its columns, so a trigger guards that
// column.
const RIGHTS_ON_BALANCES = 'SELECT, INSERT (account_id, currency), UPDATE (opened_at)';

function rightsOn(table: string, columns: readonly string[]): string {
  // Lets a replica without the owner's address check that all migrations have run.
  if (table === 'migrations') return 'SELECT';
  // Only `current_incarnation()` writes to it.
  if (table === 'database_incarnations') return 'SELECT';
  if (table === 'ledger_balances') return RIGHTS_ON_BALANCES;
  // Only the trigger that applies ledger entries writes to it.
  if (table === 'ledger_balance_hours') return 'SELECT';
  // Only `seal_audit_entries()` writes to it.
  if (table === 'audit_seals') return 'SELECT';
  // Only the triggers that keep these keys unique write to them.
  if (table === 'payout_keys' || table === 'provider_payout_ids') return 'SELECT';
  // A used external id is never freed, because its invoice could then be paid twice.
  if (table === 'payout_external_ids') return 'SELECT, INSERT';
  // Triggers on the described tables write to the first; the second is a view of both logs.
  if (table === 'desk_changes' || table === 'logged_changes') return 'SELECT';
  if (!APPEND_ONLY_TABLES.includes(table)) return 'SELECT, INSERT, UPDATE, DELETE';
  const hidden = FILLED_BY_DATABASE[table] ?? [];
  const own = columns.filter((column) => !hidden.includes(column));
  return `SELECT, INSERT (${own.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}
