import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import { narrowToFound, type SearchedColumns } from '../../../platform/database/query-parts.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { listEntities, type ListOrder } from '../../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';
import { ApiKeyEntity } from './api-key.entity.js';

interface ApiKeyCriteria {
  /** Beginning or end of the id, or part of the name, ignoring case. */
  readonly search?: string | null;
}

// Needs no indexes, because there are few keys.
const SEARCHED: SearchedColumns = { uuids: ['k.id'], ids: [], words: 'k.name' };

// Ordering by id is enough, because ids start with their creation time.
const NEWEST_FIRST: ListOrder<ApiKeyEntity> = {
  name: 'ID',
  kind: 'text',
  direction: 'DESC',
  sql: null,
  idSql: 'k.id',
  valueOf: ({ id }) => id,
};

@Injectable()
export class ApiKeysPageQuery {
  readonly #byId: BatchLoader<ApiKeyEntity | null>;

  constructor(@InjectRepository(ApiKeyEntity, READS) private readonly keys: Repository<ApiKeyEntity>) {
    this.#byId = BatchLoader.byId((ids) => keys.findBy({ id: In([...ids]) }));
  }

  find(id: string): Promise<ApiKeyEntity | null> {
    return this.#byId.load(id);
  }

  page<Node>(
    criteria: ApiKeyCriteria,
    args: PageArguments,
    toNode: (key: ApiKeyEntity) => Node,
  ): Promise<Connection<Node>> {
    const select = () => narrowToFound(this.keys.createQueryBuilder('k'), SEARCHED, criteria.search);
    return listEntities({ select, order: NEWEST_FIRST, args, toNode });
  }
}
