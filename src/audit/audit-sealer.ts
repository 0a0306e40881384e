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

export interface SealedBatch {
  /** Null while nothing was ever sealed. */
  readonly head: ChainHead | null;
  readonly more: boolean;
}

interface Head extends ChainHead {
  readonly entryId: string;
  readonly entryTxId: string;
  /** Its entry was numbered by another database cluster, whose transaction ids are ahead of this one's. */
  readonly isRestored: boolean;
}

/** A bigint comes as text; entries will not be as many as a number can count. */
type HeadRow = Omit<Head, 'seq'> & { readonly seq: string };

/** Entries sealed at once: a few milliseconds of hashing, and far below the time-out of a statement. */
export const SEAL_BATCH = 500;

// An arbitrary number that only this class uses: 'seal' in ASCII.
const SEALING_LOCK = 0x7365616c;

// In the order (transaction, entry), behind the oldest transaction still open: nothing can appear before it any more.
const NEXT_UNSEALED = `SELECT ${SEALED_CONTENT_COLUMNS} FROM audit_entries AS entry
  WHERE (tx_id, id) > ($1::text::xid8, $2::uuid) AND tx_id < pg_snapshot_xmin(pg_current_snapshot())
    AND NOT EXISTS (SELECT FROM audit_seals WHERE entry_id = entry.id)
  ORDER BY entry.tx_id, entry.id LIMIT $3`;

// After a dump was restored into a new cluster, transaction ids begin low again. What can be seen although its number was
// not given out yet is of the old cluster and goes first; then follows whatever this cluster has written since.
const NEXT_UNSEALED_AFTER_RESTORE = `SELECT ${SEALED_CONTENT_COLUMNS} FROM audit_entries AS entry
  WHERE (tx_id < pg_snapshot_xmin(pg_current_snapshot()) OR tx_id >= pg_snapshot_xmax(pg_current_snapshot()))
    AND NOT EXISTS (SELECT FROM audit_seals WHERE entry_id = entry.id)
  ORDER BY entry.tx_id >= pg_snapshot_xmax(pg_current_snapshot()) DESC, entry.tx_id, entry.id LIMIT $1`;

// Reads all of the log, and runs only between a restore and the first entry after it.
const AFTER_RESTORE_TIMEOUT = '60s';

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
    const head = await this.findHead((sql) => this.dataSource.query(sql));
    if (!(await this.isAnythingUnsealed(head))) return { head, more: false };
    const sealed = await this.unitOfWork.run((tx) => this.seal(tx));
    return sealed ?? { head, more: false };
  }

  /** Null when another sealer is at it. */
  private async seal(tx: Transaction): Promise<SealedBatch | null> {
    const [lock] = await tx.query<{ isMine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isMine"', [
      SEALING_LOCK,
    ]);
    if (!lock?.isMine) return null;
    // Anew, for the one before may have gone on until just now.
    const head = await this.findHead((sql) => tx.query(sql));
    const entries = await this.findUnsealed(tx, head);
    let last: ChainHead = { seq: head?.seq ?? 0, hash: head?.hash ?? FIRST_PREVIOUS_HASH };
    const seals = entries.map((entry) => {
      const seq = last.seq + 1;
      last = { seq, hash: hashEntry(last.hash, seq, entry) };
      return last;
    });
    await tx.query(
      `INSERT INTO audit_seals (seq, entry_id, entry_tx_id, hash)
       SELECT seq, entry_id, tx_id::xid8, hash
       FROM unnest($1::bigint[], $2::uuid[], $3::text[], $4::bytea[]) AS seal (seq, entry_id, tx_id, hash)`,
      [
        seals.map(({ seq }) => seq),
        entries.map(({ id }) => id),
        entries.map(({ txId }) => txId),
        seals.map(({ hash }) => hash),
      ],
    );
    return { head: last.seq === 0 ? null : last, more: entries.length === SEAL_BATCH };
  }

  private async findHead(query: (sql: string) => Promise<HeadRow[]>): Promise<Head | null> {
    const [head] = await query(
      `SELECT seq, hash, entry_id AS "entryId", entry_tx_id::text AS "entryTxId",
         entry_tx_id >= pg_snapshot_xmax(pg_current_snapshot()) AS "isRestored"
       FROM audit_seals ORDER BY seq DESC LIMIT 1`,
    );
    return head ? { ...head, seq: Number(head.seq) } : null;
  }

  private async isAnythingUnsealed(head: Head | null): Promise<boolean> {
    // Not worth a scan of the log to know beforehand.
    if (head === null || head.isRestored) return true;
    const rows = await this.dataSource.query<unknown[]>(NEXT_UNSEALED, [head.entryTxId, head.entryId, 1]);
    return rows.length > 0;
  }

  private async findUnsealed(tx: Transaction, head: Head | null): Promise<SealedContent[]> {
    if (head && !head.isRestored) {
      return tx.query<SealedContent>(NEXT_UNSEALED, [head.entryTxId, head.entryId, SEAL_BATCH]);
    }
    await tx.query(`SET LOCAL statement_timeout = '${AFTER_RESTORE_TIMEOUT}'`);
    const entries = await tx.query<SealedContent>(NEXT_UNSEALED_AFTER_RESTORE, [SEAL_BATCH]);
    if (head && entries.length === 0) await this.recordRestore(tx, head);
    return entries;
  }

  /** An entry of this cluster: once it is the head, the log need not be searched from its start any more. */
  private async recordRestore(tx: Transaction, head: Head): Promise<void> {
    const waiting = await tx.query(
      `SELECT 1 FROM audit_entries AS entry WHERE occurred_at > now() - interval '1 hour'
         AND NOT EXISTS (SELECT FROM audit_seals WHERE entry_id = entry.id) LIMIT 1`,
    );
    if (waiting.length > 0) return;
    await this.audit.record(tx, {
      action: 'database.restored',
      subjectType: 'DATABASE',
      subjectId: null,
      before: null,
      after: { lastSealed: head.seq },
      reason: null,
    });
  }
}
