import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { ApiReads } from '../../database/api-reads.js';
import type { CurrencyCode } from '../../common/currency.js';
import { countListed } from '../../graphql/connection/count-listed.js';
import type { CursorPosition, SortKey } from '../../graphql/connection/cursor.js';
import type { PageRequest } from '../../graphql/connection/page-request.js';
import type { EntryKind, LedgerSubject } from '../domain/ledger-account.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';

/** Which entries a list holds; what is null filters nothing. */
export interface LedgerEntryCriteria {
  readonly accountId: string | null;
  readonly currency: CurrencyCode | null;
  readonly kinds: readonly EntryKind[] | null;
  readonly subjectType: LedgerSubject | null;
  readonly subjectId: string | null;
}

/** The newest first, always. */
export const LEDGER_ENTRIES_SORT: SortKey = { name: 'OCCURRED_AT_DESC', kind: 'instant' };

export function positionOfEntry(entry: LedgerEntryEntity): CursorPosition {
  return { value: entry.occurredAt.toISOString(), id: entry.id };
}

/** The list of ledger entries, paged by keyset. */
@Injectable()
export class LedgerEntriesPageQuery {
  constructor(private readonly reads: ApiReads) {}

  /** Up to `limit + 1` entries beyond the page's cursor, nearest first. */
  async list(criteria: LedgerEntryCriteria, page: PageRequest): Promise<LedgerEntryEntity[]> {
    const isForward = page.direction === 'forward';
    const query = this.select(criteria);
    if (page.cursor) {
      query.andWhere(`(e.occurred_at, e.id) ${isForward ? '<' : '>'} (:cursorValue, :cursorId)`, {
        cursorValue: page.cursor.value,
        cursorId: page.cursor.id,
      });
    }
    const direction = isForward ? 'DESC' : 'ASC';
    return query
      .orderBy('e.occurred_at', direction)
      .addOrderBy('e.id', direction)
      .limit(page.limit + 1)
      .getMany();
  }

  async count(criteria: LedgerEntryCriteria): Promise<number> {
    const [sql, parameters] = this.select(criteria).select('1').getQueryAndParameters();
    return countListed(this.reads, { sql, parameters });
  }

  private select(criteria: LedgerEntryCriteria): SelectQueryBuilder<LedgerEntryEntity> {
    const query = this.reads.manager.createQueryBuilder(LedgerEntryEntity, 'e');
    const narrow = (sql: string, name: keyof LedgerEntryCriteria): void => {
      if (criteria[name] !== null) query.andWhere(sql, { [name]: criteria[name] });
    };
    narrow('e.account_id = :accountId', 'accountId');
    narrow('e.currency = :currency', 'currency');
    narrow('e.kind = ANY(:kinds)', 'kinds');
    narrow('e.subject_type = :subjectType', 'subjectType');
    narrow('e.subject_id = :subjectId', 'subjectId');
    return query;
  }
}
