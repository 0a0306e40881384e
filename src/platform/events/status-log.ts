import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { READS } from '../database/api-reads.js';
import type { Transaction } from '../database/transaction.js';
import { listRowsOfEach } from '../database/persistence/rows-of-each.sql.js';
import { StatusChangeEntity } from './persistence/status-change.entity.js';
import {
  countLost,
  findEnd,
  insertChanges,
  type LogEnd,
  type LogPage,
  type LogRange,
  readAfter,
  readWithin,
  toRecord,
} from './persistence/status-changes.sql.js';
import {
  type Details,
  LOG_START,
  type LoggedChange,
  type LogPosition,
  type NewStatusChange,
  type StatusChangeRecord,
  type SubjectType,
} from './status-change.js';
import { WakeUp } from './wake-up/wake-up.port.js';

// Timelines are read by people. If a subject has more changes, only the latest are shown.
const MAX_TIMELINE = 200;

/**
 * The append-only log of status changes.
 *
 * Readers see it in the order (incarnation, transaction, id), up to the oldest open transaction. A transaction older
 * than everything released so far cannot appear later, so a reader that remembers its last position misses nothing and
 * sees nothing twice, whatever the order of commits (docs/adr/0004). Ended incarnations have no open transactions.
 */
@Injectable()
export class StatusLog {
  constructor(
    @InjectRepository(StatusChangeEntity) private readonly changes: Repository<StatusChangeEntity>,
    @InjectRepository(StatusChangeEntity, READS) private readonly shownChanges: Repository<StatusChangeEntity>,
    private readonly wakeUp: WakeUp,
  ) {}

  /** Appends changes in the given order, in the transaction that makes them. Readers are woken after the commit. */
  async append(tx: Transaction, ...changes: readonly NewStatusChange[]): Promise<void> {
    await insertChanges(tx, changes);
    tx.afterCommit(() => {
      this.wakeUp.announce();
    });
  }

  /** Returns when a subject first reached a status, by the database's clock. Includes changes made in `tx`. */
  async findArrival(
    tx: Transaction,
    { subjectType, subjectId, status }: { subjectType: SubjectType; subjectId: string; status: string },
  ): Promise<Date> {
    const first = await tx.repository(StatusChangeEntity).findOne({
      select: { id: true, occurredAt: true },
      where: { subjectId, subjectType, toStatus: status },
      order: { id: 'ASC' },
    });
    if (!first) throw new Error('A status that was never come to');
    return first.occurredAt;
  }

  /**
   * Returns the evidence for a subject's latest change to a status; null if there is no such change or its log is
   * archived.
   */
  async findLastEvidence({
    subjectType,
    subjectId,
    status,
  }: {
    subjectType: SubjectType;
    subjectId: string;
    status: string;
  }): Promise<Details | null> {
    const last = await this.changes.findOne({
      select: { id: true, evidence: true },
      where: { subjectId, subjectType, toStatus: status },
      order: { id: 'DESC' },
    });
    return last?.evidence ?? null;
  }

  /** Returns the next changes after a position, oldest first. */
  async readAfter(position: LogPosition, limit: number): Promise<LogPage> {
    return readAfter(this.changes, position, limit);
  }

  /**
   * Returns the next changes after `after` and up to `upTo`, for one subject or for all, and how far the log was
   * scanned. Never goes beyond an open transaction.
   */
  async readRange(range: LogRange): Promise<{ readonly changes: LoggedChange[]; readonly lookedUpTo: LogPosition }> {
    const changes = await readWithin(this.shownChanges, range);
    const last = changes.length === range.limit ? changes.at(-1) : undefined;
    return { changes, lookedUpTo: last?.position ?? range.upTo };
  }

  /**
   * Returns the current position for a cursor. If a change in an ended incarnation was lost, its position stays valid,
   * because everything since comes after it. A cursor of the current incarnation whose change is missing comes from a
   * newer state of the database, so it moves to the start of the incarnation: delivering a change twice is better than
   * never.
   */
  async locate(position: LogPosition): Promise<LogPosition> {
    const { incarnation, isPositionFirm } = await this.readAfter(position, 0);
    return isPositionFirm ? position : { ...LOG_START, incarnation };
  }

  async findEnd(limit: number): Promise<LogEnd> {
    return findEnd(this.changes, limit);
  }

  /** Counts positions whose change no longer exists, because the database was set back. */
  async countLost(positions: readonly LogPosition[]): Promise<number> {
    return countLost(this.changes, positions);
  }

  /** Returns the timelines of several subjects of a type, keyed by subject id, each with the oldest change first. */
  async readTimelines(
    subjectType: SubjectType,
    subjectIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StatusChangeRecord[]>> {
    const rows = await listRowsOfEach(this.shownChanges, {
      of: 'subjectId',
      ids: subjectIds,
      orderBy: 'id',
      limit: MAX_TIMELINE,
      keep: 'last',
      only: `subject_type = '${subjectType}'`,
    });
    const timelines = new Map<string, StatusChangeRecord[]>(subjectIds.map((id) => [id, []]));
    for (const row of rows) timelines.get(row.subjectId)?.push(toRecord(row));
    return timelines;
  }
}
