import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../database/api-reads.js';
import { WhereClause } from '../../database/where-clause.js';
import { countListed } from '../../graphql/connection/count-listed.js';
import type { CursorPosition, SortKey } from '../../graphql/connection/cursor.js';
import type { PageRequest } from '../../graphql/connection/page-request.js';
import { DISCREPANCY_COLUMNS } from './discrepancies.repository.js';
import type { Discrepancy, DiscrepancyKind } from '../discrepancy.js';

/** Which discrepancies a list holds; what is null filters nothing. */
export interface DiscrepancyCriteria {
  readonly kinds: readonly DiscrepancyKind[] | null;
  readonly accountId: string | null;
  readonly isOpen: boolean | null;
  readonly payoutId: string | null;
  readonly providerPayoutId: string | null;
}

/** The newest first, always. */
export const DISCREPANCIES_SORT: SortKey = { name: 'OPENED_AT_DESC', kind: 'instant' };

export function positionOfDiscrepancy({ openedAt, id }: Discrepancy): CursorPosition {
  return { value: openedAt.toISOString(), id };
}

/** The list of discrepancies, paged by keyset. */
@Injectable()
export class DiscrepanciesPageQuery {
  constructor(private readonly reads: ApiReads) {}

  /** Up to `limit + 1` discrepancies beyond the page's cursor, nearest first. */
  async list(criteria: DiscrepancyCriteria, page: PageRequest): Promise<Discrepancy[]> {
    const isForward = page.direction === 'forward';
    const where = narrowed(criteria);
    if (page.cursor) {
      const { value, id } = page.cursor;
      where.addRaw(
        `(d.opened_at, d.id) ${isForward ? '<' : '>'} (${where.parameter(value)}::timestamptz, ${where.parameter(id)}::uuid)`,
      );
    }
    const direction = isForward ? 'DESC' : 'ASC';
    const limit = where.parameter(page.limit + 1);
    return this.reads.query<Discrepancy[]>(
      `SELECT ${DISCREPANCY_COLUMNS} FROM discrepancies AS d ${where.sql}
       ORDER BY d.opened_at ${direction}, d.id ${direction} LIMIT ${limit}`,
      where.parameters,
    );
  }

  async count(criteria: DiscrepancyCriteria): Promise<number> {
    const where = narrowed(criteria);
    return countListed(this.reads, {
      sql: `SELECT FROM discrepancies AS d ${where.sql}`,
      parameters: where.parameters,
    });
  }
}

function narrowed(criteria: DiscrepancyCriteria): WhereClause {
  return new WhereClause()
    .add(criteria.kinds, (kinds) => `d.kind = ANY(${kinds})`)
    .add(criteria.accountId, (id) => `d.account_id = ${id}`)
    .add(criteria.isOpen, (isOpen) => `(d.closed_at IS NULL) = ${isOpen}`)
    .add(criteria.payoutId, (id) => `d.payout_id = ${id}`)
    .add(criteria.providerPayoutId, (id) => `d.provider_payout_id = ${id}`);
}
