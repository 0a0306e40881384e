import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { listEntities, type ListOrder } from '../../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';
import { PersonEntity } from './person.entity.js';

// Ordering by id is enough, because ids start with their creation time.
const NEWEST_FIRST: ListOrder<PersonEntity> = {
  name: 'ID',
  kind: 'text',
  direction: 'DESC',
  sql: null,
  idSql: 'person.id',
  valueOf: ({ id }) => id,
};

@Injectable()
export class PeoplePageQuery {
  readonly #byId: BatchLoader<PersonEntity | null>;

  constructor(@InjectRepository(PersonEntity, READS) private readonly people: Repository<PersonEntity>) {
    this.#byId = BatchLoader.byId((ids) => people.findBy({ id: In([...ids]) }));
  }

  find(id: string): Promise<PersonEntity | null> {
    return this.#byId.load(id);
  }

  page<Node>(args: PageArguments, toNode: (person: PersonEntity) => Node): Promise<Connection<Node>> {
    const select = () => this.people.createQueryBuilder('person');
    return listEntities({ select, order: NEWEST_FIRST, args, toNode });
  }
}
