import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import { narrow } from '../../../platform/database/query-parts.js';
import { DiscrepancyEntity } from './discrepancy.entity.js';
import type { Discrepancy, DiscrepancyKind } from '../discrepancy.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { listEntities, newestFirst } from '../../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';

export interface DiscrepancyCriteria {
  readonly kinds?: readonly DiscrepancyKind[] | null;
  readonly accountId?: string | null;
  readonly isOpen?: boolean | null;
  readonly payoutId?: string | null;
  readonly providerPayoutId?: string | null;
  /** The id of the discrepancy, or of the object that it is about. */
  readonly anyId?: string | null;
  /** Inclusive. */
  readonly openedFrom?: Date | null;
  /** Exclusive. */
  readonly openedTo?: Date | null;
}

// A union of index lookups. With a single OR, the planner may scan from the newest row until a page is full.
const WITH_ANY_ID = `d.id IN (
  SELECT id FROM discrepancies WHERE id = :anyId UNION SELECT id FROM discrepancies WHERE subject = :anyId::text)`;

@Injectable()
export class DiscrepanciesPageQuery {
  readonly #byId: BatchLoader<Discrepancy | null>;

  constructor(
    @InjectRepository(DiscrepancyEntity, READS) private readonly discrepancies: Repository<DiscrepancyEntity>,
  ) {
    this.#byId = BatchLoader.byId((ids) => discrepancies.findBy({ id: In([...ids]) }));
  }

  find(id: string): Promise<Discrepancy | null> {
    return this.#byId.load(id);
  }

  page<Node>(
    criteria: DiscrepancyCriteria,
    args: PageArguments,
    toNode: (discrepancy: Discrepancy) => Node,
  ): Promise<Connection<Node>> {
    const select = () =>
      narrow(this.discrepancies.createQueryBuilder('d'), criteria, {
        kinds: 'd.kind = ANY(:kinds)',
        accountId: 'd.account_id = :accountId',
        isOpen: '(d.closed_at IS NULL) = :isOpen',
        payoutId: 'd.payout_id = :payoutId',
        providerPayoutId: 'd.provider_payout_id = :providerPayoutId',
        anyId: WITH_ANY_ID,
        openedFrom: 'd.opened_at >= :openedFrom',
        openedTo: 'd.opened_at < :openedTo',
      });
    return listEntities({ select, order: newestFirst('d', 'openedAt'), args, toNode });
  }
}
