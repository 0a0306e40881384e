import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, type Repository } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { changeUnlocked, type UnlockedRows } from '../../platform/scheduling/persistence/claim-due-rows.sql.js';
import type { Standing } from '../domain/webhook-event.js';
import { WebhookEventEntity } from './webhook-event.entity.js';
import { type Delivery, WebhookEventsRepository } from './webhook-events.repository.js';
import { repeatWebhook } from './webhook-events.sql.js';

/** Maximum size of a body from a stranger. A provider object is under 2 KiB. */
export const MAX_UNVERIFIED_BYTES = 8 * 1024;

// Five a second are processed, so the last of a thousand waits less than four minutes. One network gets at most a tenth
// of the room.
const MAX_OPEN = 1_000;
const MAX_OPEN_OF_NETWORK = 100;

// Number of processed webhooks to keep: at most 130 MB with headers and rows, however many strangers send.
export const MAX_PROCESSED = 10_000;

// Three replicas add at most 900 webhooks a minute, and one statement removes them all.
const TRIM_BATCH = 5_000;

// A payout has a handful of webhooks. Someone who knows a payout's id cannot add more than this per day.
const MAX_OF_OBJECT_A_DAY = 100;

// Once an object has that many in a day, further bodies count as deliveries of its newest webhook.
const NEWEST_BOUND = `
  SELECT CASE WHEN count(*) >= ${MAX_OF_OBJECT_A_DAY} THEN (array_agg(id ORDER BY first_received_at DESC))[1] END
  FROM webhook_events WHERE provider_object_id = $1 AND standing = 'BOUND'
    AND first_received_at > now() - interval '1 day'`;

// The newest unverified webhook about an object that is still waiting or was processed in the last ten minutes.
const NEWEST_UNVERIFIED = `
  SELECT id FROM webhook_events
  WHERE provider_object_id = $1 AND standing = 'UNVERIFIED' AND source = 'PAYOUTS' AND sealed_body IS NOT NULL
    AND (state = 'RECEIVED' OR processed_at > now() - interval '10 minutes')
  ORDER BY first_received_at DESC LIMIT 1`;

const BEYOND_WHAT_IS_KEPT: UnlockedRows = {
  change: 'DELETE FROM webhook_events',
  among: `SELECT id FROM webhook_events WHERE next_try_at IS NULL AND standing = 'UNVERIFIED' AND source = 'PAYOUTS'
    ORDER BY processed_at DESC OFFSET ${MAX_PROCESSED}`,
};

type UnvouchedDelivery = Delivery & { readonly standing: Exclude<Standing, 'VERIFIED'> };

/** Limits what strangers can store. In SQL, so that one statement finds the newest webhook and counts the delivery. */
@Injectable()
export class UnverifiedWebhooksRepository {
  constructor(
    @InjectRepository(WebhookEventEntity) private readonly rows: Repository<WebhookEventEntity>,
    private readonly events: WebhookEventsRepository,
  ) {}

  /**
   * Stores an unverified body. If a webhook about the same object is waiting or was processed lately, the body only
   * counts as another delivery of that webhook. Returns false if there is no room.
   */
  async store(received: UnvouchedDelivery): Promise<boolean> {
    const { providerObjectId, senderNetwork } = received;
    const isKnown = providerObjectId !== null && (await this.repeat(NEWEST_UNVERIFIED, received));
    if (isKnown) return true;
    const open = await this.rows
      .createQueryBuilder('event')
      .select('count(*)::integer', 'all')
      .addSelect('(count(*) FILTER (WHERE event.sender_network = :senderNetwork))::integer', 'own')
      .where({ nextTryAt: Not(IsNull()), standing: 'UNVERIFIED' })
      .setParameters({ senderNetwork })
      .getRawOne<{ all: number; own: number }>();
    if (!open || open.all >= MAX_OPEN || open.own >= MAX_OPEN_OF_NETWORK) return false;
    await this.events.store([received]);
    return true;
  }

  /**
   * Stores a body that names a known object but has no other proof. Once the object has its share for the day, the body
   * only counts as another delivery of the newest webhook.
   */
  async storeBound(received: UnvouchedDelivery): Promise<void> {
    if (!(await this.repeat(NEWEST_BOUND, received))) await this.events.store([received]);
  }

  /** Deletes the oldest processed webhooks beyond the limit, and returns the number deleted. */
  async trim(tx: Transaction): Promise<number> {
    return changeUnlocked(tx, BEYOND_WHAT_IS_KEPT, { limit: TRIM_BATCH });
  }

  private repeat(newest: string, { providerObjectId, standing }: UnvouchedDelivery): Promise<boolean> {
    return repeatWebhook(this.rows, newest, { providerObjectId, standing });
  }
}
