import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/**
 * Where statements are run as text: the layer under TypeORM, and what has a connection of its own because no
 * application runs around it.
 */
const SPEAKS_SQL = /^src\/(database|commands|webhooks\/learn)\//;

/** Files that run SQL of their own and are to give it up or to become a `*.sql.ts`. The list only gets shorter. */
const TO_CONVERT: readonly string[] = [
  'src/payouts/controls/payout-gate.service.ts',
  'src/payouts/controls/persistence/payout-limits.repository.ts',
  'src/payouts/core/persistence/payout-attempts.repository.ts',
  'src/payouts/core/persistence/payouts.repository.ts',
  'src/payouts/submission/claim-payouts.service.ts',
  'src/provider/budget/postgres-token-store.ts',
  'src/reconciliation/persistence/reconciliation-runs.repository.ts',
];

const RUNS_SQL = /\.query(?:<[^(]*>)?\(/;

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /(?<!\.spec|\.fixture)\.ts$/.test(path) && !SPEAKS_SQL.test(path))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

const statementFiles = sources.filter(({ path }) => path.endsWith('.sql.ts'));

const found = sources
  .filter(({ path, source }) => !path.endsWith('.sql.ts') && RUNS_SQL.test(source))
  .map(({ path }) => path);

describe('SQL as text', () => {
  it('is run by files named *.sql.ts, and by none but those that are still to be converted', () => {
    expect(found.filter((path) => !TO_CONVERT.includes(path))).toEqual([]);
  });

  it('has a list of what is to be converted that names no file without any', () => {
    expect(TO_CONVERT.filter((path) => !found.includes(path))).toEqual([]);
  });

  it('says in each file named *.sql.ts why it is not said with TypeORM', () => {
    expect(statementFiles.length).toBeGreaterThan(5);
    const unexplained = statementFiles.filter(({ source }) => !/\bIn[\s*]+SQL,[\s*]+since[\s*]/.test(source));
    expect(unexplained.map(({ path }) => path)).toEqual([]);
  });
});
