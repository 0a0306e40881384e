import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ApiReads } from '../../../database/api-reads.js';
import type { Connection } from '../../../graphql/connection/connection.js';
import { listEntities, type ListOrder } from '../../../graphql/connection/keyset-list.js';
import type { PageArguments } from '../../../graphql/connection/page-arguments.js';
import { ReadLoader } from '../../../graphql/read-loader.js';
import { ApiKeyEntity } from './api-key.entity.js';

// Ids begin with the time they were made at.
const NEWEST_FIRST: ListOrder<ApiKeyEntity> = {
  name: 'ID',
  kind: 'text',
  direction: 'DESC',
  sql: null,
  idSql: 'k.id',
  valueOf: ({ id }) => id,
};

/** The list of keys. */
@Injectable()
export class ApiKeysPageQuery {
  readonly #byId: ReadLoader<ApiKeyEntity | null>;

  constructor(private readonly reads: ApiReads) {
    const rows = reads.getRepository(ApiKeyEntity);
    this.#byId = ReadLoader.byId((ids) => rows.findBy({ id: In([...ids]) }));
  }

  find(id: string): Promise<ApiKeyEntity | null> {
    return this.#byId.load(id);
  }

  page<Node>(args: PageArguments, toNode: (key: ApiKeyEntity) => Node): Promise<Connection<Node>> {
    const select = () => this.reads.manager.createQueryBuilder(ApiKeyEntity, 'k');
    return listEntities(this.reads, { select, order: NEWEST_FIRST, args, toNode });
  }
}
