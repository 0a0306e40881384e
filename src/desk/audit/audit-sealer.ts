import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
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
  readonly head: ChainHead | null;
  readonly more: boolean;
}

/** A batch of this size takes a few milliseconds to hash, far less than the statement timeout. */
export const SEAL_BATCH = 500;

const INCARNATION_BEGAN = 'database.incarnation_began';

/**
 * Adds audit entries to the hash chain after their transactions have ended, so that payments never wait for the chain.
 * Only one sealer works at a time; if it dies, the next one continues.
 */
@Injectable()
export class AuditSealer {
  constructor(
    @InjectRepository(AuditEntryEntity) private readonly entries: Repository<AuditEntryEntity>,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async sealBatch(): Promise<SealedBatch> {
    const place = await findChainPosition(this.entries);
    const waiting = await findUnsealed(this.entries, place, 1);
    if (waiting.length === 0 && !place.isNewHere) return { head: place.head, more: false };
    const sealed = await this.unitOfWork.run((tx) => this.seal(tx));
    return sealed ?? { head: place.head, more: false };
  }

  /** Returns null if another sealer is working. */
  private async seal(tx: Transaction): Promise<SealedBatch | null> {
    if (!(await lockSealing(tx))) return null;
    // Read again under the lock, because the previous sealer may have moved it a moment ago.
    const rows = tx.repository(AuditEntryEntity);
    const place = await findChainPosition(rows);
    if (place.isNewHere) await this.recordIncarnation(tx, place);
    const entries = await findUnsealed(rows, place, SEAL_BATCH);
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

  /**
   * Records the place in the log where the database was promoted or restored. Entries after it are newer. Done only
   * once per incarnation.
   */
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
