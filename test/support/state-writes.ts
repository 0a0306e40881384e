export interface StateTable {
  readonly table: string;
  readonly entity: string;
  /** The columns that are written with a move and at no other time. */
  readonly columns: readonly string[];
}

/**
 * The places in a TypeScript source that write the state of a table: statements, as far as they can be read, and calls
 * of TypeORM.
 */
export function findStateWrites(source: string, { table, entity, columns }: StateTable): string[] {
  const name = `(?:public\\.)?"?${table}"?`;
  const updates = [...source.matchAll(new RegExp(`\\bUPDATE\\s+(?:ONLY\\s+)?${name}\\s[^\`]*?\\bSET\\s[^\`]*`, 'gi'))]
    .map(([statement]) => statement)
    .filter((statement) => writes(setClauseOf(statement), columns));
  const insert = `\\b(?:INSERT|MERGE)\\s+INTO\\s+${name}[\\s(]|\\binsert(?:Into|IfNew)\\(\\s*['"]${table}\\b`;
  const inserts = source.match(new RegExp(insert, 'gi')) ?? [];
  const calls = [...source.matchAll(new RegExp(`(?:\\.\\w+|@InjectRepository)\\(\\s*${entity}\\b`, 'g'))]
    .filter(([call]) => !READS.test(call))
    .filter(({ 0: call, index }) => !call.startsWith('.update(') || mayAssign(source.slice(index), columns))
    .map(([call]) => call);
  return [...updates, ...inserts, ...calls];
}

/**
 * Whether an `update(Entity, which, values)`, or an `update(Entity).set(values)`, may write a column: its values must be
 * a literal object.
 */
function mayAssign(call: string, columns: readonly string[]): boolean {
  // Without what texts and functions hold: braces of theirs end nothing.
  const plain = call.replace(/`[^`]*`/g, '``');
  const [, values] =
    /^\.update\(\s*\w+(?:,\s*(?:\w+|\{[^{}]*\}),|\)\s*\.set\()\s*\{([^{}]*)\}\s*,?\s*\)/.exec(plain) ?? [];
  if (values === undefined || values.includes('...')) return true;
  const names = columns.map((column) => column.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase()));
  return names.some((name) => new RegExp(`\\b${name}\\b`).test(values));
}

// The methods that TypeORM calls with an entity to read it, and the list of a module's entities.
const READS = /^\.(?:find\w*|exists\w*|count\w*|from|leftJoin\w*|innerJoin\w*|createQueryBuilder|forFeature)\(/;

/** Without what stands in parentheses, where sub-selects have conditions of their own, and up to its own conditions. */
function setClauseOf(statement: string): string {
  const after = statement.slice(statement.search(/\bSET\s/i) + 'SET '.length);
  const [list] = /^\s*\([^)]*\)\s*=/.exec(after) ?? [''];
  let flat = after.slice(list.length);
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = flat.replace(/\([^()]*\)/g, '');
  }
  return `${list.replace(/[(),=]/g, ' = ')} ${flat.split(/\bWHERE\b|\bRETURNING\b/i)[0]}`;
}

function writes(setClause: string, columns: readonly string[]): boolean {
  // A column that is put together elsewhere may be any.
  if (/(?:^|,)\s*\$\{/.test(setClause)) return true;
  return columns.some((column) => new RegExp(`(?:^|[\\s,"])${column}"?\\s*=`, 'i').test(setClause));
}
