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

// A timeline is read by people; a subject that moved more often than this shows its latest moves.
const MAX_TIMELINE = 200;

/**
 * The append-only log of status changes.
 *
 * Readers see it in the order (incarnation, transaction, id) and only up to the oldest transaction still open. A
 * transaction that is older than everything released so far cannot appear later, so a reader that remembers its last
 * position misses nothing and sees nothing twice, however commits interleave. Of an incarnation that has ended no
 * transaction is open, whatever the numbers of this one are.
 */
@Injectable()
export class StatusLog {
  constructor(
    @InjectRepository(StatusChangeEntity) private readonly changes: Repository<StatusChangeEntity>,
    @InjectRepository(StatusChangeEntity, READS) private readonly shownChanges: Repository<StatusChangeEntity>,
    private readonly wakeUp: WakeUp,
  ) {}

  /** Writes changes, in this order, with the transaction that makes them; readers are woken after the commit. */
  async append(tx: Transaction, ...changes: readonly NewStatusChange[]): Promise<void> {
    await insertChanges(tx, changes);
    tx.afterCommit(() => {
      this.wakeUp.announce();
    });
  }

  /** When a subject first came to a status that it has had, by the database's clock; what `tx` itself wrote counts. */
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

  /** The evidence of a subject's latest move to a status; null if it has made none, or if its log is archived. */
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

  /** The next changes after a position, oldest first. */
  async readAfter(position: LogPosition, limit: number): Promise<LogPage> {
    return readAfter(this.changes, position, limit);
  }

  /**
   * The next changes of one subject, or of all, within (after, upTo], and how far was looked. Nothing is
   * given past a transaction that is still open: after files were put back, a reader may for a moment stand further on
   * than its database, whose open transactions would be passed over.
   */
  async readRange(range: LogRange): Promise<{ readonly changes: LoggedChange[]; readonly lookedUpTo: LogPosition }> {
    const changes = await readWithin(this.shownChanges, range);
    const last = changes.length === range.limit ? changes.at(-1) : undefined;
    return { changes, lookedUpTo: last?.position ?? range.upTo };
  }

  /**
   * The place of a cursor in the log as it is now. In an incarnation that has ended, a change that was lost keeps its
   * place: everything since comes after it. A cursor of this incarnation whose change is not there was made by a
   * database that this one is an older state of, so it stands where the incarnation begins: better twice than never.
   */
  async locate(position: LogPosition): Promise<LogPosition> {
    const { incarnation, isPositionFirm } = await this.readAfter(position, 0);
    return isPositionFirm ? position : { ...LOG_START, incarnation };
  }

  /** The newest positions up to which everything is stable now. */
  async findEnd(limit: number): Promise<LogEnd> {
    return findEnd(this.changes, limit);
  }

  /** How many of these positions have no change any more: a database that went backwards has lost them. */
  async countLost(positions: readonly LogPosition[]): Promise<number> {
    return countLost(this.changes, positions);
  }

  /** The timelines of several subjects of a type, each oldest first and by subject id. */
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
