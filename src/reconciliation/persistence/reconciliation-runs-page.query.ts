import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../database/api-reads.js';
import type { ReconciliationRun } from '../domain/reconciliation-run.js';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';
import type { Connection } from '../../graphql/connection/connection.js';
import { listEntities, newestFirst } from '../../graphql/connection/keyset-list.js';
import type { PageArguments } from '../../graphql/connection/page-arguments.js';

/** The list of runs. */
@Injectable()
export class ReconciliationRunsPageQuery {
  constructor(private readonly reads: ApiReads) {}

  page<Node>(
    accountId: string | null,
    args: PageArguments,
    toNode: (run: ReconciliationRun) => Node,
  ): Promise<Connection<Node>> {
    const runs = this.reads.getRepository(ReconciliationRunEntity);
    const select = () => runs.createQueryBuilder('r').where(accountId === null ? {} : { accountId });
    return listEntities(this.reads, { select, order: newestFirst('r', 'startedAt'), args, toNode });
  }
}
