import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/**
 * Where statements are run as text: the layer under TypeORM, and what has a connection of its own because no
 * application runs around it.
 */
const SPEAKS_SQL = /^src\/(database|commands|webhooks\/learn)\//;

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
  it('is run by files named *.sql.ts alone', () => {
    expect(found).toEqual([]);
  });

  it('says in each file named *.sql.ts why it is not said with TypeORM', () => {
    expect(statementFiles.length).toBeGreaterThan(5);
    const unexplained = statementFiles.filter(({ source }) => !/\bIn[\s*]+SQL,[\s*]+since[\s*]/.test(source));
    expect(unexplained.map(({ path }) => path)).toEqual([]);
  });
});
