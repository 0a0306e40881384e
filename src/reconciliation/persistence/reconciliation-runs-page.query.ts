import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../database/api-reads.js';
import { WhereClause } from '../../database/where-clause.js';
import type { ReconciliationRun } from '../domain/reconciliation-run.js';
import { RUN_COLUMNS } from './reconciliation-runs.repository.js';
import type { Connection } from '../../graphql/connection/connection.js';
import { type ListOrder, listRows } from '../../graphql/connection/keyset-list.js';
import type { PageArguments } from '../../graphql/connection/page-arguments.js';

const NEWEST_FIRST: ListOrder<ReconciliationRun> = {
  name: 'STARTED_AT',
  kind: 'instant',
  direction: 'DESC',
  sql: 'r.started_at',
  idSql: 'r.id',
  valueOf: ({ startedAt }) => startedAt.toISOString(),
};

/** The list of runs. */
@Injectable()
export class ReconciliationRunsPageQuery {
  constructor(private readonly reads: ApiReads) {}

  page<Node>(
    accountId: string | null,
    args: PageArguments,
    toNode: (run: ReconciliationRun) => Node,
  ): Promise<Connection<Node>> {
    return listRows(this.reads, {
      columns: RUN_COLUMNS,
      from: 'reconciliation_runs AS r',
      where: () => new WhereClause().add(accountId, (id) => `r.account_id = ${id}`),
      order: NEWEST_FIRST,
      args,
      toNode,
    });
  }
}
