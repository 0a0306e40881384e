import type pg from 'pg';
import { type FieldCipher, UnsealError } from './field-cipher.js';

interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** SQL expression for the id to which the value is bound. */
  readonly rowId: string;
  readonly idType: 'uuid' | 'boolean';
}

/** Every column that contains sealed values. A test compares the list with the tables. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'encryption_check', column: 'sealed_text', rowId: `'only'`, idType: 'boolean' },
  { table: 'accounts', column: 'sealed_api_token', rowId: 'id::text', idType: 'uuid' },
  { table: 'dashboard_sessions', column: 'sealed_tokens', rowId: 'id::text', idType: 'uuid' },
  { table: 'payouts', column: 'sealed_recipient', rowId: 'id::text', idType: 'uuid' },
  { table: 'provider_details', column: 'sealed_details', rowId: 'id::text', idType: 'uuid' },
  { table: 'webhook_events', column: 'sealed_body', rowId: 'id::text', idType: 'uuid' },
  { table: 'webhook_events', column: 'sealed_signature', rowId: `encode(body_sha256, 'hex')`, idType: 'uuid' },
];

export interface ResealReport {
  readonly table: string;
  readonly column: string;
  readonly resealed: number;
  /** Ids of the first few rows that none of the available keys can open. */
  readonly unreadable: readonly string[];
  readonly unreadableCount: number;
}

interface Row {
  readonly place: string;
  readonly id: string;
  readonly sealed: Buffer;
}

// A batch takes milliseconds, so other statements hardly wait for its rows.
const BATCH = 200;

const MAX_NAMED = 20;

/**
 * Re-encrypts with the current key everything that was encrypted with another. Safe to repeat, to interrupt, and to run
 * while replicas are working: a value that they change meanwhile is encrypted with their key, and is skipped here.
 */
export async function reseal(
  client: pg.Client,
  cipher: FieldCipher,
  { table, column, rowId, idType }: SealedColumn,
): Promise<ResealReport> {
  const unreadable: string[] = [];
  let [resealed, unreadableCount] = [0, 0];
  let after: string | null = null;
  for (;;) {
    const { rows }: pg.QueryResult<Row> = await client.query<Row>(
      `SELECT ${rowId} AS place, id::text, ${column} AS sealed FROM ${table}
       WHERE ${column} IS NOT NULL AND substring(${column} FROM 1 FOR ${cipher.currentPrefix.length}) <> $1
         AND ($2::${idType} IS NULL OR id > $2) ORDER BY id LIMIT ${BATCH}`,
      [cipher.currentPrefix, after],
    );
    for (const row of rows) {
      const place = { table, column, rowId: row.place };
      try {
        const sealed = cipher.seal(cipher.unseal(row.sealed, place), place);
        const { rowCount } = await client.query(
          `UPDATE ${table} SET ${column} = $1 WHERE id = $2::${idType} AND ${column} = $3`,
          [sealed, row.id, row.sealed],
        );
        resealed += rowCount ?? 0;
      } catch (error) {
        if (!(error instanceof UnsealError)) throw error;
        unreadableCount += 1;
        if (unreadable.length < MAX_NAMED) unreadable.push(row.id);
      }
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return { table, column, resealed, unreadable, unreadableCount };
  }
}
