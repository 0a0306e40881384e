import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { ApiReads } from '../../database/api-reads.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import type { WebhookSource, WebhookState } from '../domain/webhook-event.js';
import { WebhookEventEntity } from './webhook-event.entity.js';
import type { Connection } from '../../graphql/connection/connection.js';
import { listEntities, type ListOrder } from '../../graphql/connection/keyset-list.js';
import type { PageArguments } from '../../graphql/connection/page-arguments.js';

/** Which webhooks a list holds; what is null filters nothing. */
export interface WebhookEventCriteria {
  readonly sources: readonly WebhookSource[] | null;
  readonly states: readonly WebhookState[] | null;
  readonly signatures: readonly SignatureVerdict[] | null;
  readonly accountId: string | null;
  readonly providerObjectId: string | null;
  readonly subjectId: string | null;
  /** Inclusive, by the first delivery. */
  readonly receivedFrom: Date | null;
  /** Exclusive. */
  readonly receivedTo: Date | null;
}

const NEWEST_FIRST: ListOrder<WebhookEventEntity> = {
  name: 'FIRST_RECEIVED_AT',
  kind: 'instant',
  direction: 'DESC',
  sql: 'e.first_received_at',
  idSql: 'e.id',
  valueOf: ({ firstReceivedAt }) => firstReceivedAt.toISOString(),
};

/** The list of webhooks. */
@Injectable()
export class WebhookEventsPageQuery {
  constructor(private readonly reads: ApiReads) {}

  page<Node>(
    criteria: WebhookEventCriteria,
    args: PageArguments,
    toNode: (row: WebhookEventEntity) => Node,
  ): Promise<Connection<Node>> {
    return listEntities(this.reads, { select: () => this.select(criteria), order: NEWEST_FIRST, args, toNode });
  }

  private select(criteria: WebhookEventCriteria): SelectQueryBuilder<WebhookEventEntity> {
    const query = this.reads.manager.createQueryBuilder(WebhookEventEntity, 'e');
    const narrow = (sql: string, name: keyof WebhookEventCriteria): void => {
      if (criteria[name] !== null) query.andWhere(sql, { [name]: criteria[name] });
    };
    narrow('e.source = ANY(:sources)', 'sources');
    narrow('e.state = ANY(:states)', 'states');
    narrow('e.signature_state = ANY(:signatures)', 'signatures');
    narrow('e.account_id = :accountId', 'accountId');
    narrow('e.provider_object_id = :providerObjectId', 'providerObjectId');
    narrow('e.subject_id = :subjectId', 'subjectId');
    narrow('e.first_received_at >= :receivedFrom', 'receivedFrom');
    narrow('e.first_received_at < :receivedTo', 'receivedTo');
    return query;
  }
}
