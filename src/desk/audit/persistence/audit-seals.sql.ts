import type { Repository } from 'typeorm';
import { selectPlain } from '../../../platform/database/query-parts.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type ChainHead, SEALED_CONTENT_COLUMNS, type SealedContent } from '../audit-chain.js';
import type { AuditEntryEntity } from './audit-entry.entity.js';

// Written in SQL, because sealing compares three columns at once, respects the oldest open transaction, and calls a
// database function.

export interface ChainPosition {
  /** Null before the first seal. */
  readonly head: ChainHead | null;
  readonly after: readonly [incarnation: number, txId: string, id: string];
  /** The current incarnation of the database. Only in this one can transactions still be open. */
  readonly incarnation: number;
  /** Whether the last sealed entry belongs to an earlier incarnation and this one began with data. */
  readonly isNewHere: boolean;
}

interface ChainPositionRow {
  readonly incarnation: number;
  readonly origin: string;
  /**
   * A bigint, which arrives as a string. A number is large enough to count all entries that will ever exist. Null
   * before the first seal.
   */
  readonly seq: string | null;
  readonly hash: Buffer;
  readonly entryIncarnation: number;
  readonly entryTxId: string;
  readonly entryId: string;
}

const BEFORE_ALL = [0, '0', '00000000-0000-0000-0000-000000000000'] as const;

// An arbitrary number for the advisory lock: 'seal' in ASCII.
const SEALING_LOCK = 0x7365616c;

/** Returns false if another transaction is sealing. */
export async function lockSealing(tx: Transaction): Promise<boolean> {
  const lock = 'SELECT pg_try_advisory_xact_lock($1) AS "isMine"';
  const [row] = await tx.query<{ isMine: boolean }>(lock, [SEALING_LOCK]);
  return row?.isMine === true;
}

export async function findChainPosition(entries: Repository<AuditEntryEntity>): Promise<ChainPosition> {
  const [row] = await entries.query<ChainPositionRow[]>(
    `SELECT number AS incarnation, origin, seq, hash, entry_incarnation AS "entryIncarnation",
       entry_tx_id::text AS "entryTxId", entry_id AS "entryId"
     FROM (SELECT current_incarnation() AS number) AS here JOIN database_incarnations USING (number)
     LEFT JOIN LATERAL (SELECT * FROM audit_seals ORDER BY seq DESC LIMIT 1) AS head ON true`,
  );
  if (!row) throw new Error('The database said nothing of its incarnation');
  const { incarnation, origin, seq, hash } = row;
  if (seq === null) return { head: null, after: BEFORE_ALL, incarnation, isNewHere: false };
  return {
    head: { seq: Number(seq), hash },
    after: [row.entryIncarnation, row.entryTxId, row.entryId],
    incarnation,
    isNewHere: row.entryIncarnation < incarnation && origin !== 'CREATED',
  };
}

/**
 * Returns the next unsealed entries, ordered by incarnation, transaction and id. Stops at the oldest open transaction,
 * so that no entry can appear before these. Ended incarnations have no open transactions. The database function
 * `seal_audit_entries` selects the same rows.
 */
export async function findUnsealed(
  entries: Repository<AuditEntryEntity>,
  { after, incarnation }: ChainPosition,
  limit: number,
): Promise<SealedContent[]> {
  const [afterIncarnation, afterTxId, afterId] = after;
  return selectPlain(entries, 'entry')
    .select(SEALED_CONTENT_COLUMNS)
    .where('(incarnation, tx_id, id) > (:afterIncarnation, :afterTxId::text::xid8, :afterId::uuid)')
    .andWhere('(incarnation < :incarnation OR tx_id < pg_snapshot_xmin(pg_current_snapshot()))')
    .andWhere('NOT EXISTS (SELECT FROM audit_seals WHERE entry_id = entry.id)')
    .setParameters({ afterIncarnation, afterTxId, afterId, incarnation })
    .orderBy('entry.incarnation')
    .addOrderBy('entry.tx_id')
    .addOrderBy('entry.id')
    .limit(limit)
    .getRawMany();
}

export async function sealEntries(tx: Transaction, ids: readonly string[], hashes: readonly Buffer[]): Promise<void> {
  await tx.query('SELECT seal_audit_entries($1, $2)', [ids, hashes]);
}

/**
 * Returns the age of the oldest unsealed entry in seconds; 0 if there is none. Takes two index lookups, however many
 * entries are waiting.
 */
export async function findUnsealedSeconds(entries: Repository<AuditEntryEntity>): Promise<number> {
  const [oldest] = await entries.query<{ seconds: number }[]>(
    `WITH head AS (SELECT entry_incarnation, entry_tx_id, entry_id FROM audit_seals ORDER BY seq DESC LIMIT 1)
     SELECT extract(epoch FROM clock_timestamp() - occurred_at)::float8 AS seconds FROM audit_entries
     WHERE (incarnation, tx_id, id) > (coalesce((SELECT entry_incarnation FROM head), 0),
       coalesce((SELECT entry_tx_id FROM head), '0'::xid8),
       coalesce((SELECT entry_id FROM head), '00000000-0000-0000-0000-000000000000'::uuid))
     ORDER BY incarnation, tx_id, id LIMIT 1`,
  );
  return oldest?.seconds ?? 0;
}
