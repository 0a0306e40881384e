import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import {
  type ChainHead,
  FIRST_PREVIOUS_HASH,
  hashEntry,
  SEALED_CONTENT_COLUMNS,
  type SealedContent,
} from './audit-chain.js';
import { AuditLog } from './audit-log.js';
import { AuditEntryEntity } from './persistence/audit-entry.entity.js';

export interface SealedBatch {
  /** Null while nothing was ever sealed. */
  readonly head: ChainHead | null;
  readonly more: boolean;
}

/** Where sealing goes on. */
interface ChainPosition {
  /** Null while nothing was ever sealed. */
  readonly head: ChainHead | null;
  /** The position of the last sealed entry. */
  readonly after: readonly [incarnation: number, txId: string, id: string];
  /** The incarnation of the database now, in which transactions may still be open. */
  readonly incarnation: number;
  /** The last sealed entry is of another incarnation, and this one did not begin empty. */
  readonly isNewHere: boolean;
}

interface ChainPositionRow {
  readonly incarnation: number;
  readonly origin: string;
  /** A bigint comes as text; entries will not be as many as a number can count. Null while nothing was ever sealed. */
  readonly seq: string | null;
  readonly hash: Buffer;
  readonly entryIncarnation: number;
  readonly entryTxId: string;
  readonly entryId: string;
}

const BEFORE_ALL = [0, '0', '00000000-0000-0000-0000-000000000000'] as const;

/** Entries sealed at once: a few milliseconds of hashing, and far below the time-out of a statement. */
export const SEAL_BATCH = 500;

// An arbitrary number that only this class uses: 'seal' in ASCII.
const SEALING_LOCK = 0x7365616c;

// In the order (incarnation, transaction, entry), behind the oldest transaction still open: nothing can appear before
// it any more. Of an incarnation that has ended none is open, whatever the numbers of this one are.
// `seal_audit_entries` in the database finds the same ones, and takes no others.
const NEXT_UNSEALED = `SELECT ${SEALED_CONTENT_COLUMNS} FROM audit_entries AS entry
  WHERE (incarnation, tx_id, id) > ($1, $2::text::xid8, $3::uuid)
    AND (incarnation < $4 OR tx_id < pg_snapshot_xmin(pg_current_snapshot()))
    AND NOT EXISTS (SELECT FROM audit_seals WHERE entry_id = entry.id)
  ORDER BY entry.incarnation, entry.tx_id, entry.id LIMIT $5`;

const POSITION = `SELECT number AS incarnation, origin, seq, hash, entry_incarnation AS "entryIncarnation",
    entry_tx_id::text AS "entryTxId", entry_id AS "entryId"
  FROM (SELECT current_incarnation() AS number) AS here JOIN database_incarnations USING (number)
  LEFT JOIN LATERAL (SELECT * FROM audit_seals ORDER BY seq DESC LIMIT 1) AS head ON true`;

const INCARNATION_BEGAN = 'database.incarnation_began';

/**
 * Chains the entries of the audit log by hashes, behind the transactions that wrote them: money waits for no chain. One
 * sealer works at a time; one that dies leaves nothing behind, and the next goes on.
 */
@Injectable()
export class AuditSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async sealBatch(): Promise<SealedBatch> {
    const place = await this.findPosition((sql) => this.dataSource.query(sql));
    const waiting = await this.dataSource.query<unknown[]>(NEXT_UNSEALED, [...place.after, place.incarnation, 1]);
    if (waiting.length === 0 && !place.isNewHere) return { head: place.head, more: false };
    const sealed = await this.unitOfWork.run((tx) => this.seal(tx));
    return sealed ?? { head: place.head, more: false };
  }

  /** Null when another sealer is at it. */
  private async seal(tx: Transaction): Promise<SealedBatch | null> {
    const [lock] = await tx.query<{ isMine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isMine"', [
      SEALING_LOCK,
    ]);
    if (!lock?.isMine) return null;
    // Anew, for the one before may have gone on until just now.
    const place = await this.findPosition((sql) => tx.query(sql));
    if (place.isNewHere) await this.recordIncarnation(tx, place);
    const entries = await tx.query<SealedContent>(NEXT_UNSEALED, [...place.after, place.incarnation, SEAL_BATCH]);
    let last: ChainHead = place.head ?? { seq: 0, hash: FIRST_PREVIOUS_HASH };
    const hashes = entries.map((entry) => {
      const seq = last.seq + 1;
      last = { seq, hash: hashEntry(last.hash, seq, entry) };
      return last.hash;
    });
    if (entries.length > 0) {
      await tx.query('SELECT seal_audit_entries($1, $2)', [entries.map(({ id }) => id), hashes]);
    }
    return { head: last.seq === 0 ? null : last, more: entries.length === SEAL_BATCH };
  }

  private async findPosition(query: (sql: string) => Promise<ChainPositionRow[]>): Promise<ChainPosition> {
    const [row] = await query(POSITION);
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

  /** Says once where in the log the database was promoted or restored: what comes behind was written after. */
  private async recordIncarnation(tx: Transaction, { head, incarnation }: ChainPosition): Promise<void> {
    const began = { incarnation, action: INCARNATION_BEGAN };
    if (await tx.repository(AuditEntryEntity).existsBy(began)) return;
    await this.audit.record(tx, {
      action: INCARNATION_BEGAN,
      subjectType: 'DATABASE',
      subjectId: null,
      before: null,
      after: { incarnation, lastSealed: head?.seq ?? 0 },
      reason: null,
    });
  }
}
