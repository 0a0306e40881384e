import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import type { UtcText } from '../../../common/text/utc-text.js';
import { READS } from '../../../platform/database/api-reads.js';
import { listRowsOfEach } from '../../../platform/database/persistence/rows-of-each.sql.js';
import { columnsShown, narrow } from '../../../platform/database/query-parts.js';
import type { AuditActorKind, Facts } from '../audit-entry.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { type ListOrder, listRows } from '../../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import { AuditSealEntity } from './audit-seal.entity.js';

/** Filters for a list. Null and absent criteria filter nothing. */
export interface AuditEntryCriteria {
  readonly action?: string | null;
  readonly subjectType?: string | null;
  readonly subjectId?: string | null;
  readonly actorId?: string | null;
  readonly occurredFrom?: Date | null;
  /** Exclusive, so that adjacent ranges have no entry in common. */
  readonly occurredTo?: Date | null;
}

export interface AuditEntryRow {
  readonly id: string;
  /** UTC with microseconds, which a `Date` would lose. */
  readonly occurredAt: UtcText;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
  readonly reason: string | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly actorKind: AuditActorKind;
  readonly operation: string | null;
  readonly requestId: string | null;
  readonly clientAddress: string | null;
  readonly seq: string | null;
  readonly hash: Buffer | null;
}

export const NEWEST_FIRST: ListOrder<AuditEntryRow> = {
  name: 'OCCURRED_AT',
  kind: 'instant',
  direction: 'DESC',
  sql: 'entry.occurred_at',
  idSql: 'entry.id',
  valueOf: ({ occurredAt }) => `${occurredAt}Z`,
};

const COLUMNS = `entry.id, ${columnsShown('entry', { plain: [], times: ['occurredAt'] })}, entry.action,
  entry.subject_type AS "subjectType", entry.subject_id AS "subjectId", entry.before, entry.after, entry.reason,
  entry.actor_id AS "actorId", entry.actor_name AS "actorName", entry.actor_kind AS "actorKind",
  entry.operation, entry.request_id AS "requestId", entry.client_address AS "clientAddress", seal.seq, seal.hash`;

// More than anyone needs in order to compare.
const MAX_OF_EACH = 50;

@Injectable()
export class AuditEntriesPageQuery {
  readonly #byId: BatchLoader<AuditEntryRow | null>;

  constructor(@InjectRepository(AuditEntryEntity, READS) private readonly entries: Repository<AuditEntryEntity>) {
    this.#byId = BatchLoader.byId((ids) =>
      this.select()
        .where('entry.id = ANY(:ids)', { ids: [...ids] })
        .getRawMany<AuditEntryRow>(),
    );
  }

  find(id: string): Promise<AuditEntryRow | null> {
    return this.#byId.load(id);
  }

  page<Node>(
    criteria: AuditEntryCriteria,
    args: PageArguments,
    toNode: (entry: AuditEntryRow) => Node,
  ): Promise<Connection<Node>> {
    const select = () =>
      narrow(this.select(), criteria, {
        action: 'entry.action = :action',
        subjectType: 'entry.subject_type = :subjectType',
        subjectId: 'entry.subject_id = :subjectId',
        actorId: 'entry.actor_id = :actorId',
        occurredFrom: 'entry.occurred_at >= :occurredFrom',
        occurredTo: 'entry.occurred_at < :occurredTo',
      });
    return listRows({ select, order: NEWEST_FIRST, args, toNode });
  }

  /** Lists the latest entries with one action for each of several subjects, oldest first. */
  listOfEach({
    action,
    subjectIds,
  }: {
    readonly action: 'payout.changed';
    readonly subjectIds: readonly string[];
  }): Promise<AuditEntryEntity[]> {
    return listRowsOfEach(this.entries, {
      of: 'subjectId',
      ids: subjectIds,
      orderBy: 'occurredAt',
      limit: MAX_OF_EACH,
      keep: 'last',
      only: `action = '${action}'`,
    });
  }

  private select(): SelectQueryBuilder<AuditEntryEntity> {
    const entries = this.entries.createQueryBuilder('entry').select(COLUMNS);
    return entries.leftJoin(AuditSealEntity, 'seal', 'seal.entry_id = entry.id');
  }
}
