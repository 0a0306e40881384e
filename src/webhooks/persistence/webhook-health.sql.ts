import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { READS } from '../../platform/database/api-reads.js';
import type { DecimalString } from '../../common/decimal.js';
import { REPLAYED_SOURCES, type ReplayedSource } from '../domain/webhook-event.js';
import type { WebhookSubjects } from '../webhook-handler.js';
import { WebhookHandlers } from '../webhook-handlers.js';
import { WebhookEventEntity } from './webhook-event.entity.js';

export interface WebhookHealth {
  readonly source: ReplayedSource;
  /** Null for failed webhooks that name no object of Purser's; `destination` is then null, too. */
  readonly accountId: string | null;
  readonly destination: string | null;
  readonly endsByWebhook: number;
  readonly endsByPoll: number;
  readonly endsOtherwise: number;
  /** Null if it is unknown when the objects reached their final status at the provider. */
  readonly medianDelaySeconds: DecimalString | null;
  readonly p95DelaySeconds: DecimalString | null;
  readonly lastWebhookAt: Date | null;
  readonly givenUp: number;
}

// At most this many of the newest final statuses of each kind: counted within a second on a busy machine, and enough to
// show a share of one per cent.
const MAX_ENDS = 10_000;

/**
 * Measures how much webhooks contribute: which final statuses Purser learned by webhook, and how late. In SQL, because
 * the query counts and computes percentiles.
 */
@Injectable()
export class WebhookHealthQuery {
  constructor(
    @InjectRepository(WebhookEventEntity, READS) private readonly events: Repository<WebhookEventEntity>,
    private readonly handlers: WebhookHandlers,
  ) {}

  /** Groups the final statuses of the last days by account and destination, for every feature with webhooks. */
  async measure(days: number): Promise<WebhookHealth[]> {
    const measured = REPLAYED_SOURCES.map((source) => this.measureOf(source, this.handlers.get(source).subjects, days));
    return (await Promise.all(measured)).flat();
  }

  private async measureOf(source: ReplayedSource, subjects: WebhookSubjects, days: number): Promise<WebhookHealth[]> {
    const { table, subjectType, destinationColumn, providerIdColumn, endStatuses, timedEnd } = subjects;
    const ends = endStatuses.map((status) => `'${status}'`).join(', ');
    return this.events.query<WebhookHealth[]>(
      `WITH ended AS (
         SELECT subject_id, to_status, cause, occurred_at FROM status_changes
         WHERE subject_type = '${subjectType}' AND to_status IN (${ends})
           AND occurred_at > now() - make_interval(days => $1)
         ORDER BY occurred_at DESC LIMIT ${MAX_ENDS}
       ), learned AS (
         SELECT subject.account_id, subject.${destinationColumn} AS destination, ended.cause, told.last_received_at,
           CASE WHEN since.known IS NOT NULL THEN
             greatest(0, extract(epoch FROM ended.occurred_at - since.known)) END AS delay
         FROM ended JOIN ${table} AS subject ON subject.id = ended.subject_id
         CROSS JOIN LATERAL (
           SELECT max(last_received_at) AS last_received_at,
             max(first_received_at) FILTER (WHERE first_received_at <= ended.occurred_at) AS before_end
           FROM webhook_events WHERE webhook_events.subject_id = subject.id) AS told
         -- The provider's own time if it gives one, else the time of the webhook that reported the status. If Purser
         -- learned the status in another way, the delay is unknown: an earlier webhook was about something else.
         CROSS JOIN LATERAL (SELECT coalesce(
           CASE WHEN ended.to_status = '${timedEnd.status}' THEN subject.${timedEnd.column} END,
           CASE WHEN ended.cause = 'WEBHOOK' THEN told.before_end END) AS known) AS since
       ), measured AS (
         SELECT account_id, destination,
           count(*) FILTER (WHERE cause = 'WEBHOOK') AS by_webhook,
           count(*) FILTER (WHERE cause IN ('POLL', 'RECONCILIATION')) AS by_poll,
           count(*) FILTER (WHERE cause NOT IN ('WEBHOOK', 'POLL', 'RECONCILIATION')) AS otherwise,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY delay) AS median,
           percentile_disc(0.95) WITHIN GROUP (ORDER BY delay) AS p95,
           max(last_received_at) AS last_webhook_at
         FROM learned GROUP BY account_id, destination
       ), given_up AS (
         SELECT subject.account_id, subject.${destinationColumn} AS destination, count(*) AS given_up,
           max(event.last_received_at) AS last_webhook_at
         FROM webhook_events AS event LEFT JOIN ${table} AS subject
           ON subject.${providerIdColumn} = event.provider_object_id
         WHERE event.state = 'FAILED' AND event.source = $2
           AND event.first_received_at > now() - make_interval(days => $1)
         GROUP BY subject.account_id, subject.${destinationColumn}
       )
       SELECT $2 AS source, coalesce(measured.account_id, given_up.account_id) AS "accountId",
         coalesce(measured.destination, given_up.destination) AS destination,
         coalesce(by_webhook, 0)::integer AS "endsByWebhook", coalesce(by_poll, 0)::integer AS "endsByPoll",
         coalesce(otherwise, 0)::integer AS "endsOtherwise",
         round(median, 3)::text AS "medianDelaySeconds", round(p95, 3)::text AS "p95DelaySeconds",
         greatest(measured.last_webhook_at, given_up.last_webhook_at) AS "lastWebhookAt",
         coalesce(given_up.given_up, 0)::integer AS "givenUp"
       FROM measured FULL JOIN given_up
         ON given_up.account_id = measured.account_id AND given_up.destination = measured.destination
       ORDER BY 2, 3`,
      [days, source],
    );
  }
}
