import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../../database/api-reads.js';
import { countListed } from '../../../graphql/connection/count-listed.js';
import type { CursorPosition, SortKey } from '../../../graphql/connection/cursor.js';
import type { PageRequest } from '../../../graphql/connection/page-request.js';
import { ApiKeyEntity } from './api-key.entity.js';

/** The newest first, always: ids begin with the time they were made at. */
export const API_KEYS_SORT: SortKey = { name: 'ID_DESC', kind: 'text' };

export function positionOfKey({ id }: ApiKeyEntity): CursorPosition {
  return { value: id, id };
}

/** The list of keys, paged by keyset. */
@Injectable()
export class ApiKeysPageQuery {
  constructor(private readonly reads: ApiReads) {}

  /** Up to `limit + 1` keys beyond the page's cursor, nearest first. */
  async list(page: PageRequest): Promise<ApiKeyEntity[]> {
    const isForward = page.direction === 'forward';
    const query = this.reads.manager.createQueryBuilder(ApiKeyEntity, 'k');
    if (page.cursor) query.where(`k.id ${isForward ? '<' : '>'} :id`, { id: page.cursor.id });
    return query
      .orderBy('k.id', isForward ? 'DESC' : 'ASC')
      .limit(page.limit + 1)
      .getMany();
  }

  async count(): Promise<number> {
    return countListed(this.reads, { sql: 'SELECT FROM api_keys', parameters: [] });
  }
}
