import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { narrow } from '../../platform/database/query-parts.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import type { WebhookSource, WebhookState } from '../domain/webhook-event.js';
import { WebhookEventEntity } from './webhook-event.entity.js';
import type { Connection } from '../../platform/graphql/connection/connection.js';
import { listEntities, newestFirst } from '../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../platform/graphql/connection/page-arguments.js';
import { BatchLoader } from '../../platform/graphql/batch-loader.js';

export interface WebhookEventCriteria {
  readonly sources?: readonly WebhookSource[] | null;
  readonly states?: readonly WebhookState[] | null;
  readonly signatures?: readonly SignatureVerdict[] | null;
  readonly accountId?: string | null;
  readonly providerObjectId?: string | null;
  readonly subjectId?: string | null;
  /** The webhook's id, or the provider id that the webhook names. */
  readonly anyId?: string | null;
  /** Time of the first delivery, inclusive. */
  readonly receivedFrom?: Date | null;
  /** Time of the first delivery, exclusive. */
  readonly receivedTo?: Date | null;
}

// Joins two indexed look-ups by UNION: with OR the planner may scan from the newest webhook until a page is full.
const WITH_ANY_ID = `e.id IN (
  SELECT id FROM webhook_events WHERE id = :anyId UNION SELECT id FROM webhook_events WHERE provider_object_id = :anyId)`;

@Injectable()
export class WebhookEventsPageQuery {
  readonly #byId: BatchLoader<WebhookEventEntity | null>;

  constructor(@InjectRepository(WebhookEventEntity, READS) private readonly events: Repository<WebhookEventEntity>) {
    this.#byId = BatchLoader.byId((ids) => events.findBy({ id: In([...ids]) }));
  }

  find(id: string): Promise<WebhookEventEntity | null> {
    return this.#byId.load(id);
  }

  page<Node>(
    criteria: WebhookEventCriteria,
    args: PageArguments,
    toNode: (row: WebhookEventEntity) => Node,
  ): Promise<Connection<Node>> {
    const select = () =>
      narrow(this.events.createQueryBuilder('e'), criteria, {
        sources: 'e.source = ANY(:sources)',
        states: 'e.state = ANY(:states)',
        signatures: 'e.signature_state = ANY(:signatures)',
        accountId: 'e.account_id = :accountId',
        providerObjectId: 'e.provider_object_id = :providerObjectId',
        subjectId: 'e.subject_id = :subjectId',
        anyId: WITH_ANY_ID,
        receivedFrom: 'e.first_received_at >= :receivedFrom',
        receivedTo: 'e.first_received_at < :receivedTo',
      });
    return listEntities({ select, order: newestFirst('e', 'firstReceivedAt'), args, toNode });
  }
}
