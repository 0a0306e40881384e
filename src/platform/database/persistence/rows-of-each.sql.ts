import type { ObjectLiteral, Repository } from 'typeorm';

interface RowsOfEach<Entity> {
  /** The property that contains the id of a row's owner. */
  readonly of: keyof Entity & string;
  readonly ids: readonly string[];
  readonly orderBy: keyof Entity & string;
  readonly limit: number;
  readonly keep: 'first' | 'last';
  /** An additional SQL condition. Always a literal in our code. */
  readonly only?: string;
}

/**
 * Returns up to `limit` rows for each of several owners, in order. Written in SQL, so that the index is used once per
 * owner.
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
