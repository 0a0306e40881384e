import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../database/api-reads.js';
import { WhereClause } from '../../database/where-clause.js';
import { DISCREPANCY_COLUMNS } from './discrepancies.repository.js';
import type { Discrepancy, DiscrepancyKind } from '../discrepancy.js';
import type { Connection } from '../../graphql/connection/connection.js';
import { type ListOrder, listRows } from '../../graphql/connection/keyset-list.js';
import type { PageArguments } from '../../graphql/connection/page-arguments.js';

/** Which discrepancies a list holds; what is null filters nothing. */
export interface DiscrepancyCriteria {
  readonly kinds: readonly DiscrepancyKind[] | null;
  readonly accountId: string | null;
  readonly isOpen: boolean | null;
  readonly payoutId: string | null;
  readonly providerPayoutId: string | null;
}

const NEWEST_FIRST: ListOrder<Discrepancy> = {
  name: 'OPENED_AT',
  kind: 'instant',
  direction: 'DESC',
  sql: 'd.opened_at',
  idSql: 'd.id',
  valueOf: ({ openedAt }) => openedAt.toISOString(),
};

/** The list of discrepancies. */
@Injectable()
export class DiscrepanciesPageQuery {
  constructor(private readonly reads: ApiReads) {}

  page<Node>(
    criteria: DiscrepancyCriteria,
    args: PageArguments,
    toNode: (discrepancy: Discrepancy) => Node,
  ): Promise<Connection<Node>> {
    return listRows(this.reads, {
      columns: DISCREPANCY_COLUMNS,
      from: 'discrepancies AS d',
      where: () => narrowed(criteria),
      order: NEWEST_FIRST,
      args,
      toNode,
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
