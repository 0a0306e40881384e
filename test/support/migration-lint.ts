import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export interface RanMigration {
  /** The statements in order, each with its comments. */
  readonly queries: readonly string[];
  /** False if the migration sets `transaction = false`. */
  readonly isInTransaction: boolean;
}

export interface LintProblem {
  readonly rule: string;
  readonly statement: string;
}

/** The tables of the previous release. Tables that a migration creates itself are not in use yet. */
export interface KnownTables {
  /** Tables that stay small however long Purser runs, so that no operation on them takes long. */
  readonly small: ReadonlySet<string>;
  readonly large: ReadonlySet<string>;
}

/**
 * Rules of Squawk that are disabled: those about a file's layout, and preferences for types. `migrationDataSource` sets
 * the timeouts. Dropping an index takes an instant once its table is free, and the timeout ends the wait for the table.
 */
const NOT_ASKED = [
  ...['prefer-bigint-over-int', 'prefer-bigint-over-smallint', 'prefer-identity', 'prefer-robust-stmts'],
  ...['prefer-text-field', 'prefer-timestamp-tz', 'ban-char-field', 'identifier-too-long'],
  ...['require-lock-timeout', 'require-statement-timeout', 'require-concurrent-index-deletion'],
];

/** Rules that Squawk lacks, each with a pattern for the statements to refuse. */
const OWN_RULES: Readonly<Record<string, RegExp>> = {
  // Such a statement keeps rows locked and leaves dead ones until the migration commits. Use a tick, which changes rows
  // in batches.
  'rows-changed-at-once': /^(?:WITH .*\) )?(?:UPDATE|DELETE FROM|MERGE INTO|TRUNCATE) /i,
  'table-locked': /^(?:LOCK|CLUSTER|VACUUM FULL) /i,
  'dropped-while-read': /^DROP (?:FUNCTION|PROCEDURE|(?:MATERIALIZED )?VIEW|SEQUENCE|TYPE|DOMAIN|SCHEMA|EXTENSION) /i,
};

/** Changes that break the previous release, in a table of any size. All other rules are about long locks. */
const MISSED = new Set([
  ...['adding-required-field', 'ban-drop-column', 'ban-drop-table', 'ban-drop-not-null', 'changing-column-type'],
  ...['renaming-column', 'renaming-table', 'dropped-while-read'],
]);

const TABLE =
  /^(?:(?:ALTER|DROP|LOCK|REINDEX) TABLE|LOCK|TRUNCATE(?: TABLE)?|(?:WITH .*\) )?UPDATE|DELETE FROM|MERGE INTO|CLUSTER|VACUUM FULL)(?: IF EXISTS)?(?: ONLY)? (?:public\.)?"?(\w+)|^CREATE (?:UNIQUE )?INDEX .*? ON (?:ONLY )?(?:public\.)?"?(\w+)/i;

/** `-- allowed(rule, rule): reason`, in or above a statement. */
const ALLOWED = /^\s*--\s*allowed\(([\w-]+(?:,\s*[\w-]+)*)\):[ \t]*\S/gm;

const SQUAWK = join(__dirname, '..', '..', 'node_modules', '.bin', 'squawk');

/** Returns the parts of a migration that would lock a large table for long or break the previous release. */
export function lintMigration({ queries, isInTransaction }: RanMigration, tables: KnownTables): LintProblem[] {
  const statements = queries.flatMap(splitStatements);
  const found = [
    ...askSquawk(statements, isInTransaction),
    ...statements.flatMap((statement) =>
      Object.entries(OWN_RULES)
        .filter(([, refused]) => refused.test(bare(statement)))
        .map(([rule]) => ({ rule, statement })),
    ),
  ];
  return found.filter(({ rule, statement }) => isConcerned(rule, statement, tables) && !allows(statement, rule));
}

function isConcerned(rule: string, statement: string, { small, large }: KnownTables): boolean {
  const match = TABLE.exec(bare(statement));
  const table = (match?.[1] ?? match?.[2])?.toLowerCase();
  if (table === undefined) return true;
  return large.has(table) || (small.has(table) && MISSED.has(rule));
}

function allows(statement: string, rule: string): boolean {
  return [...statement.matchAll(ALLOWED)].some(([, rules]) => rules!.split(/,\s*/).includes(rule));
}

function askSquawk(statements: readonly string[], isInTransaction: boolean): LintProblem[] {
  // Start line of each statement, because Squawk reports lines.
  let lines = 0;
  const starts = statements.map((statement) => {
    const start = lines;
    lines += statement.split('\n').length;
    return start;
  });
  const flags = ['--reporter=json', '--pg-version=15', `--exclude=${NOT_ASKED.join(',')}`];
  if (isInTransaction) flags.push('--assume-in-transaction');
  const { stdout, stderr } = spawnSync(SQUAWK, flags, {
    input: statements.map((statement) => `${statement};\n`).join(''),
    encoding: 'utf8',
  });
  if (!stdout.startsWith('[')) throw new Error(`Squawk did not answer: ${stderr}`);
  const problems = JSON.parse(stdout) as { rule_name: string; line: number }[];
  return problems.map(({ rule_name: rule, line }) => ({
    rule,
    statement: statements[starts.findLastIndex((start) => start <= line)] ?? '',
  }));
}

// Matches strings and comments as single pieces, because a semicolon in them ends no statement.
const PIECES = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$\-/;]+|[\s\S]/g;

function splitStatements(query: string): string[] {
  const statements = [''];
  for (const [piece] of query.matchAll(PIECES)) {
    if (piece === ';') statements.push('');
    else statements.push(statements.pop()! + piece);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => bare(statement) !== '');
}

/** Returns a statement without comments, on one line. */
function bare(statement: string): string {
  return [...statement.matchAll(PIECES)]
    .map(([piece]) => (/^(?:--|\/\*)/.test(piece) ? ' ' : piece))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
