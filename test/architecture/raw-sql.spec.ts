import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '..', '..');

/**
 * Files that may run statements as text: the layer under TypeORM, the extras that change the database itself, and
 * commands with their own connection because no application runs around them.
 */
const SPEAKS_SQL =
  /^src\/(platform\/database(?!\/persistence)|extras\/(partitions|standby)(?!\/persistence)|webhooks\/learn)\/|[.]command[.]ts$/;

const RUNS_SQL = /\.query(?:<[^(]*>)?\(|\btx\.write\(|(?<!function )\baskOnce(?:<[^(]*>)?\(/;

const allSources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /(?<!\.spec|\.fixture)\.ts$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

const sources = allSources.filter(({ path }) => !SPEAKS_SQL.test(path));

const placesIn = (files: readonly { readonly source: string }[]): number =>
  files.flatMap(({ source }) => source.match(new RegExp(RUNS_SQL, 'g')) ?? []).length;

const statementFiles = sources.filter(({ path }) => path.endsWith('.sql.ts'));

const found = sources
  .filter(({ path, source }) => !path.endsWith('.sql.ts') && RUNS_SQL.test(source))
  .map(({ path }) => path);

describe('SQL text', () => {
  it('only files named *.sql.ts in folders named persistence run SQL', () => {
    expect(found).toEqual([]);
    expect(statementFiles.map(({ path }) => path).filter((path) => !path.includes('/persistence/'))).toEqual([]);
  });

  it('at most 52 places in *.sql.ts files and 30 in the layer under TypeORM run SQL', () => {
    const layer = allSources.filter(({ path }) => SPEAKS_SQL.test(path));
    // If fewer are found, the scan misses some.
    expect(placesIn(statementFiles)).toBeGreaterThan(20);
    expect(placesIn(layer)).toBeGreaterThan(10);
    expect(placesIn(statementFiles)).toBeLessThanOrEqual(52);
    expect(placesIn(layer)).toBeLessThanOrEqual(30);
  });

  it.each(['client.query<Row>(sql)', 'await tx.write({', 'await askOnce<{ role: string }>(connection, sql)'])(
    'the scan finds SQL in %s',
    (source) => {
      expect(placesIn([{ source }])).toBe(1);
    },
  );

  it('each *.sql.ts file says why TypeORM is not enough', () => {
    expect(statementFiles.length).toBeGreaterThan(5);
    const unexplained = statementFiles.filter(
      ({ source }) => !/\b[Ii]n[\s*]+SQL,[\s*]+(?:because|since|for|so)[\s*]/.test(source),
    );
    expect(unexplained.map(({ path }) => path)).toEqual([]);
  });
});

describe('a feature', () => {
  it('features read and write rows through repositories, never through the data source', () => {
    const knowing = sources.filter(
      ({ path, source }) => !/^src\/(?:platform|extras)\//.test(path) && /\bDataSource\b/.test(source),
    );
    expect(knowing.map(({ path }) => path)).toEqual([]);
  });
});

/** Places in test/e2e with SQL. Each is about one column that no API shows or accepts. */
const SQL_OF_END_TO_END_SPECS: Readonly<Record<string, number>> = {
  // Compares the day that a claim counts for with the day in the database's time zone.
  'payout-limits.spec.ts': 1,
  // Checks that a payout without a binding does not count as missing.
  'payout-refresh.spec.ts': 1,
  // Creates a terminal that nobody has configured yet.
  'terminal-profile.spec.ts': 1,
};

const STATEMENT =
  /^\s*(?:SELECT|INSERT INTO|UPDATE \S+ SET|DELETE FROM|ALTER|CREATE|DROP|LOCK TABLE|TRUNCATE|WITH \S+ AS)\s/;

/** Returns the calls of `query` in a spec, and statements in its strings. */
function sqlIn(path: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    const isQuery =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'query';
    if (isQuery || (isText && STATEMENT.test(node.getText().slice(1)))) found.push(node.getText());
    if (!isQuery) ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return found;
}

describe('end-to-end spec', () => {
  it("end-to-end specs use Purser's API, and run SQL in at most ten places", () => {
    const folder = join(ROOT, 'test', 'e2e');
    const places = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [path, sqlIn(path, readFileSync(join(folder, path), 'utf8')).length] as const)
      .filter(([, count]) => count > 0);
    expect(Object.fromEntries(places)).toEqual(SQL_OF_END_TO_END_SPECS);
    expect(Object.values(SQL_OF_END_TO_END_SPECS).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(10);
  });

  it.each([
    "database.query('SELECT 1 FROM orders')",
    'desk.database.query(`UPDATE payouts SET ${set}`)',
    "const sql = 'DELETE FROM people';",
    'database.query(statement, [id])',
    "database.query('delete from people')",
  ])('the scan finds SQL in %s', (source) => {
    expect(sqlIn('example.ts', source)).toHaveLength(1);
  });
});

const CLAUSES = new Set(['where', 'andWhere', 'orWhere', 'having', 'orderBy', 'addOrderBy']);

/**
 * Returns the clauses in a file that TypeORM takes as SQL and that are built from more than constants. Values belong in
 * named parameters; a column comes from a table of constants, like `sql`.
 */
function composedClauses(path: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const clause = CLAUSES.has(node.expression.name.text) ? node.arguments[0] : undefined;
      if (clause && isComposed(clause)) found.push(`${path}: ${clause.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return found;
}

function isComposed(clause: ts.Expression): boolean {
  if (ts.isTemplateExpression(clause)) return clause.templateSpans.some(({ expression }) => !isConstant(expression));
  return ts.isBinaryExpression(clause) && clause.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

function isConstant(part: ts.Expression): boolean {
  if (ts.isIdentifier(part)) return part.text === 'sql';
  return ts.isConditionalExpression(part) && [part.whenTrue, part.whenFalse].every(ts.isStringLiteral);
}

describe('query clause', () => {
  it('query clauses are constants', () => {
    expect(sources.flatMap(({ path, source }) => composedClauses(path, source))).toEqual([]);
  });

  it.each(['query.where(`id = ${id}`)', "query.orderBy('a.' + column)", 'query.andWhere(`${column} = 1`)'])(
    'the scan finds a composed clause in %s',
    (source) => {
      expect(composedClauses('example.ts', source)).toHaveLength(1);
    },
  );
});
