import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { type ChainHead, FIRST_PREVIOUS_HASH, hashEntry } from './audit-chain.js';
import { AuditLog } from './audit-log.js';
import { AuditEntryEntity } from './persistence/audit-entry.entity.js';
import {
  type ChainPosition,
  findChainPosition,
  findUnsealed,
  lockSealing,
  sealEntries,
} from './persistence/audit-seals.sql.js';

export interface SealedBatch {
  /** Null while nothing was ever sealed. */
  readonly head: ChainHead | null;
  readonly more: boolean;
}

/** Entries sealed at once: a few milliseconds of hashing, and far below the time-out of a statement. */
export const SEAL_BATCH = 500;

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
    const place = await findChainPosition(this.dataSource);
    const waiting = await findUnsealed(this.dataSource, place, 1);
    if (waiting.length === 0 && !place.isNewHere) return { head: place.head, more: false };
    const sealed = await this.unitOfWork.run((tx) => this.seal(tx));
    return sealed ?? { head: place.head, more: false };
  }

  /** Null when another sealer is at it. */
  private async seal(tx: Transaction): Promise<SealedBatch | null> {
    if (!(await lockSealing(tx))) return null;
    // Read again, for the sealer before may have gone on until just now.
    const place = await findChainPosition(tx);
    if (place.isNewHere) await this.recordIncarnation(tx, place);
    const entries = await findUnsealed(tx, place, SEAL_BATCH);
    let last: ChainHead = place.head ?? { seq: 0, hash: FIRST_PREVIOUS_HASH };
    const hashes = entries.map((entry) => {
      const seq = last.seq + 1;
      last = { seq, hash: hashEntry(last.hash, seq, entry) };
      return last.hash;
    });
    const ids = entries.map(({ id }) => id);
    if (ids.length > 0) await sealEntries(tx, ids, hashes);
    return { head: last.seq === 0 ? null : last, more: entries.length === SEAL_BATCH };
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
