export interface StateTable {
  readonly table: string;
  readonly entity: string;
  /** Columns that may only be written together with a status change. */
  readonly columns: readonly string[];
}

/** Finds the places in a TypeScript source that write a table's state, in SQL statements and in calls to TypeORM. */
export function findStateWrites(source: string, { table, entity, columns }: StateTable): string[] {
  const name = `(?:public\\.)?"?${table}"?`;
  const updates = [...source.matchAll(new RegExp(`\\bUPDATE\\s+(?:ONLY\\s+)?${name}\\s[^\`]*?\\bSET\\s[^\`]*`, 'gi'))]
    .map(([statement]) => statement)
    .filter((statement) => writes(setClauseOf(statement), columns));
  const insert = `\\b(?:INSERT|MERGE)\\s+INTO\\s+${name}[\\s(]|\\binsert(?:Into|IfNew)\\(\\s*['"]${table}\\b`;
  const inserts = source.match(new RegExp(insert, 'gi')) ?? [];
  const calls = [...source.matchAll(new RegExp(`\\.\\w+\\(\\s*${entity}\\b`, 'g'))]
    .filter(([call]) => !READS.test(call) && !REPOSITORY.test(call))
    .filter(({ 0: call, index }) => !call.startsWith('.update(') || mayAssign(source.slice(index), columns))
    .map(([call]) => call);
  return [...updates, ...inserts, ...calls, ...findRepositoryWrites(source, { entity, columns })];
}

/** Finds calls on a repository of the entity, whether it is retrieved, injected or a parameter. */
function findRepositoryWrites(source: string, { entity, columns }: Omit<StateTable, 'table'>): string[] {
  const injected = new RegExp(`@InjectRepository\\(\\s*${entity}\\s*(?:,\\s*READS\\s*)?\\)[^,;:]*?(\\w+)\\s*:`, 'g');
  const parameter = new RegExp(`(?<!\\)[^,;:]*)\\b(\\w+): Repository<${entity}>`, 'g');
  const names = [
    ...[...source.matchAll(injected)].map(([, name]) => `this\\.${name!}`),
    ...[...source.matchAll(parameter)].map(([, name]) => `(?<!\\.)\\b${name!}`),
  ];
  const asked = `\\.(?:getRepository|repository)\\(\\s*${entity}\\s*\\)(?!\\s*[.)\\w])|`;
  const uses = [`\\.(?:getRepository|repository)\\(\\s*${entity}\\s*\\)`, ...names].join('|');
  const kept = [...source.matchAll(new RegExp(asked.slice(0, -1), 'g'))].filter(
    // A repository that is passed to a method which only finds rows does not count.
    ({ index }) => !/\.find\w*\([^;]*$/.test(source.slice(Math.max(0, index - 200), index)),
  );
  const called = [...source.matchAll(new RegExp(`(?:${uses})\\s*(\\.\\w+\\()`, 'g'))]
    .map(({ index, 0: text, 1: method }) => source.slice(index + text.length - method!.length))
    .filter((call) => writesBy(call, columns));
  return [...kept.map(([use]) => use), ...called.map((call) => call.slice(0, 30))];
}

/** Whether a chain of calls on a repository may write a column, judged by its first call. */
function writesBy(call: string, columns: readonly string[]): boolean {
  // SQL text is searched separately.
  if (call.startsWith('.query(')) return false;
  if (call.startsWith('.update(')) return mayAssign(call.replace('.update(', '.update(Entity, '), columns);
  if (!READS.test(call)) return true;
  if (!call.startsWith('.createQueryBuilder(')) return false;
  const [chain = ''] = call.split(/;|\n\n/);
  if (/\s*\.(?:delete|insert|softDelete|restore)\(/.test(chain)) return true;
  const update = /\.update\(\)\s*\.set\(/.exec(chain);
  return update ? mayAssign(call.slice(update.index).replace(/^\.update\(\)/, '.update(Entity)'), columns) : false;
}

/**
 * Whether an `update(Entity, which, values)` or an `update(Entity).set(values)` may write a column. Values other than a
 * literal object count as a write.
 */
function mayAssign(call: string, columns: readonly string[]): boolean {
  // Removes the content of strings and functions, whose braces end nothing here.
  const plain = call.replace(/`[^`]*`/g, '``');
  const [, values] =
    /^\.update\(\s*\w+(?:,\s*(?:\w+|\{[^{}]*\}),|\)\s*\.set\()\s*\{([^{}]*)\}\s*,?\s*\)/.exec(plain) ?? [];
  if (values === undefined || values.includes('...')) return true;
  const names = columns.map((column) => column.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase()));
  return names.some((name) => new RegExp(`\\b${name}\\b`).test(values));
}

// The methods that TypeORM calls with an entity to read it, and the list of a module's entities.
const READS = /^\.(?:find\w*|exists\w*|count\w*|from|leftJoin\w*|innerJoin\w*|createQueryBuilder|forFeature)\(/;

const REPOSITORY = /^\.(?:getRepository|repository)\(/;

/**
 * Returns a statement's SET clause, up to the statement's own conditions. Parentheses are removed, because sub-selects
 * have conditions, too.
 */
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
  // A column name that is built elsewhere might be any column.
  if (/(?:^|,)\s*\$\{/.test(setClause)) return true;
  return columns.some((column) => new RegExp(`(?:^|[\\s,"])${column}"?\\s*=`, 'i').test(setClause));
}
