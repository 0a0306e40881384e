import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import { narrow } from '../../../platform/database/query-parts.js';
import type { CurrencyCode } from '../../../common/currency.js';
import type { EntryKind, LedgerSubject } from '../domain/ledger-account.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { listEntities, newestFirst } from '../../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';

export interface LedgerEntryCriteria {
  readonly accountId?: string | null;
  readonly currency?: CurrencyCode | null;
  readonly kinds?: readonly EntryKind[] | null;
  readonly subjectType?: LedgerSubject | null;
  readonly subjectId?: string | null;
}

@Injectable()
export class LedgerEntriesPageQuery {
  readonly #byId: BatchLoader<LedgerEntryEntity | null>;

  constructor(@InjectRepository(LedgerEntryEntity, READS) private readonly entries: Repository<LedgerEntryEntity>) {
    this.#byId = BatchLoader.byId((ids) => entries.findBy({ id: In([...ids]) }));
  }

  find(id: string): Promise<LedgerEntryEntity | null> {
    return this.#byId.load(id);
  }

  page<Node>(
    criteria: LedgerEntryCriteria,
    args: PageArguments,
    toNode: (row: LedgerEntryEntity) => Node,
  ): Promise<Connection<Node>> {
    const select = () =>
      narrow(this.entries.createQueryBuilder('e'), criteria, {
        accountId: 'e.account_id = :accountId',
        currency: 'e.currency = :currency',
        kinds: 'e.kind = ANY(:kinds)',
        subjectType: 'e.subject_type = :subjectType',
        subjectId: 'e.subject_id = :subjectId',
      });
    return listEntities({ select, order: newestFirst('e', 'occurredAt'), args, toNode });
  }
}
