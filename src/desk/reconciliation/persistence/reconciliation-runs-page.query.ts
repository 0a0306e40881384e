import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import type { ReconciliationRun } from '../domain/reconciliation-run.js';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { listEntities, newestFirst } from '../../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';

@Injectable()
export class ReconciliationRunsPageQuery {
  readonly #byId: BatchLoader<ReconciliationRun | null>;

  constructor(
    @InjectRepository(ReconciliationRunEntity, READS) private readonly runs: Repository<ReconciliationRunEntity>,
  ) {
    this.#byId = BatchLoader.byId((ids) => runs.findBy({ id: In([...ids]) }));
  }

  find(id: string): Promise<ReconciliationRun | null> {
    return this.#byId.load(id);
  }

  page<Node>(
    accountId: string | null,
    args: PageArguments,
    toNode: (run: ReconciliationRun) => Node,
  ): Promise<Connection<Node>> {
    const runs = this.runs;
    const select = () => runs.createQueryBuilder('r').where(accountId === null ? {} : { accountId });
    return listEntities({ select, order: newestFirst('r', 'startedAt'), args, toNode });
  }
}
