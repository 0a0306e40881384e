import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { ApiReads } from '../../database/api-reads.js';
import { countListed } from '../../graphql/connection/count-listed.js';
import type { CursorPosition, SortKey } from '../../graphql/connection/cursor.js';
import type { PageRequest } from '../../graphql/connection/page-request.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature.verifier.js';
import type { WebhookSource, WebhookState } from '../domain/webhook-event.js';
import { WebhookEventEntity } from './webhook-event.entity.js';

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

/** The newest first, always. */
export const WEBHOOK_EVENTS_SORT: SortKey = { name: 'FIRST_RECEIVED_AT_DESC', kind: 'instant' };

export function positionOfEvent(event: WebhookEventEntity): CursorPosition {
  return { value: event.firstReceivedAt.toISOString(), id: event.id };
}

/** The list of webhooks, paged by keyset. */
@Injectable()
export class WebhookEventsPageQuery {
  constructor(private readonly reads: ApiReads) {}

  /** Up to `limit + 1` webhooks beyond the page's cursor, nearest first. */
  async list(criteria: WebhookEventCriteria, page: PageRequest): Promise<WebhookEventEntity[]> {
    const isForward = page.direction === 'forward';
    const query = this.select(criteria);
    if (page.cursor) {
      query.andWhere(`(e.first_received_at, e.id) ${isForward ? '<' : '>'} (:cursorValue, :cursorId)`, {
        cursorValue: page.cursor.value,
        cursorId: page.cursor.id,
      });
    }
    const direction = isForward ? 'DESC' : 'ASC';
    return query
      .orderBy('e.first_received_at', direction)
      .addOrderBy('e.id', direction)
      .limit(page.limit + 1)
      .getMany();
  }

  async count(criteria: WebhookEventCriteria): Promise<number> {
    const [sql, parameters] = this.select(criteria).select('1').getQueryAndParameters();
    return countListed(this.reads, { sql, parameters });
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
