import type { ObjectLiteral, Repository } from 'typeorm';

interface RowsOfEach<Entity> {
  /** The property that names what the rows belong to. */
  readonly of: keyof Entity & string;
  readonly ids: readonly string[];
  readonly orderBy: keyof Entity & string;
  /** How many of each, and which. */
  readonly limit: number;
  readonly keep: 'first' | 'last';
  /** A further condition, a literal of the code. */
  readonly only?: string;
}

/**
 * The rows that belong to several objects, `limit` of each at most, in order. In SQL, since each object has a look-up of
 * its own, by an index.
 */
export async function listRowsOfEach<Entity extends ObjectLiteral>(
  rows: Repository<Entity>,
  { of, ids, orderBy, limit, keep, only = 'true' }: RowsOfEach<Entity>,
): Promise<Entity[]> {
  const { tableName, columns } = rows.metadata;
  const idType = String(columns.find(({ propertyName }) => propertyName === of)?.type);
  const nameOf = (property: string) => columns.find(({ propertyName }) => propertyName === property)?.databaseName;
  const selected = columns.map(({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`);
  return rows.query<Entity[]>(
    `SELECT own.* FROM unnest($1::${idType}[]) AS wanted (wanted_id)
     CROSS JOIN LATERAL (SELECT ${selected.join(', ')} FROM ${tableName}
       WHERE ${nameOf(of)} = wanted.wanted_id AND ${only}
       ORDER BY ${tableName}.${nameOf(orderBy)} ${keep === 'first' ? 'ASC' : 'DESC'} LIMIT ${limit}) AS own
     ORDER BY own."${orderBy}"`,
    [ids],
  );
}
