import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import type { DirectRoute } from '../../platform/graphql/http/front-door.js';
import { DeliveryBatches } from './delivery-batches.js';
import { DeliveryLimits } from './delivery-limits.js';
import { acknowledge, contentTypeOf, receiveBody, refuseDelivery } from './webhook-delivery.js';
import { Ticks } from '../../platform/scheduling/ticks.js';

/**
 * Receives order webhooks. They carry no signature, so a secret in the path keeps strangers out. The body is never
 * trusted: it is stored, acknowledged, and later used as a hint of what to read back.
 */
@Injectable()
export class OrderWebhooksRoute implements DirectRoute {
  readonly method = 'POST';
  readonly path = /^\/webhooks\/orders\/([^/]+)\/?$/i;
  readonly #logger = new Logger(OrderWebhooksRoute.name);

  constructor(
    private readonly config: Config,
    private readonly batches: DeliveryBatches,
    private readonly limits: DeliveryLimits,
    private readonly ticks: Ticks,
  ) {}

  /** Answers 2xx only after the body is committed, because the sender retries after any other answer. */
  async handle(request: IncomingMessage, response: ServerResponse, secret: string | null): Promise<void> {
    await this.limits.run('orders', request, response, async (network) => {
      if (isSame(secret ?? '', this.config.orders.webhookPathSecret.reveal())) {
        if (this.limits.admitKnown(network, response)) await this.take(request, response, network);
      } else if (this.limits.admitStranger(network, response)) {
        refuseDelivery(response, { status: 404, reason: 'Not found' });
      }
    });
  }

  private async take(request: IncomingMessage, response: ServerResponse, network: string): Promise<void> {
    const body = await receiveBody(request, response);
    if (!body) return;
    try {
      const delivery = {
        source: 'ORDERS',
        body,
        contentType: contentTypeOf(request),
        attemptId: null,
        signature: null,
        signatureHeaders: null,
        standing: 'VERIFIED',
        providerObjectId: null,
        senderNetwork: null,
      } as const;
      await this.batches.store(network, delivery);
    } catch (error) {
      this.#logger.error({ event: 'webhook_not_stored', err: error });
      refuseDelivery(response, { status: 503, reason: 'Not stored, send it again' });
      return;
    }
    acknowledge(response);
    this.ticks.wake('webhooks.orders');
  }
}

function isSame(given: string, expected: string): boolean {
  // Hashes both texts, because timingSafeEqual requires equal lengths.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
