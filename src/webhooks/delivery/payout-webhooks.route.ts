import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import type { DirectRoute } from '../../platform/graphql/http/front-door.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { signatureHeadersOf } from '../../provider/signature/signature-headers.js';
import { DeliveryBatches } from './delivery-batches.js';
import { DeliveryLimits } from './delivery-limits.js';
import type { WebhookQueue } from '../domain/webhook-event.js';
import { LostAttemptsService } from '../lost-attempts.service.js';
import { MAX_UNVERIFIED_BYTES, UnverifiedWebhooksRepository } from '../persistence/unverified-webhooks.sql.js';
import { type Delivery, WebhookEventsRepository } from '../persistence/webhook-events.repository.js';
import { DeliverySignatures } from './delivery-signatures.js';
import {
  acknowledge,
  contentTypeOf,
  MAX_BODY_BYTES,
  receiveBody,
  refuseDelivery,
  refuseEmpty,
  refuseTooLarge,
} from './webhook-delivery.js';
import { WebhookHandlers } from '../webhook-handlers.js';
import { Ticks } from '../../platform/scheduling/ticks.js';

type Arrival = Omit<Delivery, 'standing'> & {
  readonly source: 'PAYOUTS';
  readonly token: string | null;
  readonly senderNetwork: string;
  readonly signature: NonNullable<Delivery['signature']>;
};

/**
 * A delivery to store; or the queue that a stored webhook went to, `kept` if none; or null if the delivery was refused
 * and answered.
 */
type Taken = Delivery | WebhookQueue | 'kept' | null;

/**
 * Receives payout webhooks at an attempt's callback URL, whose token makes them evidence, and at the address in the
 * merchant's settings. A body is stored, acknowledged, and used as a hint of what to read back. The limits depend on
 * what vouches for it: a token or signature, a known object that it names, or nothing.
 */
@Injectable()
export class PayoutWebhooksRoute implements DirectRoute {
  readonly method = 'POST';
  /** The path has no token when the provider uses the address in the merchant's settings. */
  readonly path = /^\/webhooks\/payouts(?:\/([^/]+))?\/?$/i;
  readonly #logger = new Logger(PayoutWebhooksRoute.name);

  constructor(
    private readonly events: WebhookEventsRepository,
    private readonly unverified: UnverifiedWebhooksRepository,
    private readonly lostAttempts: LostAttemptsService,
    private readonly handlers: WebhookHandlers,
    private readonly limits: DeliveryLimits,
    private readonly batches: DeliveryBatches,
    private readonly ticks: Ticks,
    private readonly profile: ProviderProfile,
    private readonly signatures: DeliverySignatures,
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse, token: string | null): Promise<void> {
    await this.limits.run('payouts', request, response, (network) =>
      this.receive(request, response, { token, network }),
    );
  }

  private async receive(
    request: IncomingMessage,
    response: ServerResponse,
    { token, network }: { readonly token: string | null; readonly network: string },
  ): Promise<void> {
    const { header, timestampHeader, mode } = this.profile.webhookSignature;
    const mayBeVerified = token !== null || request.headers[header] !== undefined;
    const body = await receiveBody(request, response, mayBeVerified ? MAX_BODY_BYTES : MAX_UNVERIFIED_BYTES);
    if (!body) return;
    const signature = this.signatures.verify(request.headers, body);
    if (mode === 'enforce' && signature !== 'valid') {
      if (token !== null) this.signatures.count(signature);
      if (this.limits.admitStranger(network, response)) {
        refuseDelivery(response, { status: 401, reason: 'The signature is not valid' });
      }
      return;
    }
    const signatureHeaders = signatureHeadersOf(request.headers, [header, timestampHeader]);
    const contentType = contentTypeOf(request);
    try {
      const taken = await this.limits.atDatabase(network, async () => {
        const attemptId = token === null ? null : await this.handlers.callbackTokens.findAttemptId(token);
        if (attemptId !== null) this.signatures.count(signature);
        const arrival: Arrival = {
          source: 'PAYOUTS',
          body,
          contentType,
          token,
          attemptId,
          signature,
          signatureHeaders,
          providerObjectId: null,
          senderNetwork: network,
        };
        return this.take(arrival, response);
      });
      if (taken === null) return;
      // After the slot is freed, because the batch needs a slot too.
      if (typeof taken === 'object') await this.batches.store(network, taken);
      acknowledge(response);
      // Webhooks from strangers wait for the next scheduled tick. If each one woke the tick, a flood would keep it
      // running.
      if (typeof taken === 'object' || taken === 'payouts') this.ticks.wake('webhooks.payouts');
    } catch (error) {
      this.#logger.error({ event: 'webhook_not_stored', err: error });
      refuseDelivery(response, { status: 503, reason: 'Not stored, send it again' });
    }
  }

  private async take(arrival: Arrival, response: ServerResponse): Promise<Taken> {
    const { token, attemptId, signature, senderNetwork, ...delivery } = arrival;
    const isSigned = signature === 'valid';
    // Neither the token nor the body identifies anything.
    if (token !== null && attemptId === null && arrival.body.length === 0) {
      refuseEmpty(response);
      return null;
    }
    if (attemptId === null && !isSigned && arrival.body.length > MAX_UNVERIFIED_BYTES) {
      refuseTooLarge(response, MAX_UNVERIFIED_BYTES);
      return null;
    }
    const handler = this.handlers.get(arrival.source);
    const ids = attemptId === null ? handler.namedIds(arrival.body) : [];
    const isAtUnknownToken = token !== null && attemptId === null;
    // Does not look up the ids in an unsigned webhook with an unknown token.
    const boundId = isAtUnknownToken && !isSigned ? null : await this.events.findBound(handler.subjects, ids);
    const providerObjectId = boundId ?? ids[0] ?? null;

    if (attemptId !== null || (isSigned && (!isAtUnknownToken || boundId !== null))) {
      if (!this.limits.admitKnown(senderNetwork, response)) return null;
      return { ...delivery, attemptId, signature, providerObjectId, senderNetwork: null, standing: 'VERIFIED' };
    }
    if (isSigned) {
      if (!this.limits.admitKnown(senderNetwork, response)) return null;
      await this.lostAttempts.keepSigned({ ...arrival, providerObjectId });
      return 'payouts';
    }
    if (boundId !== null) {
      if (!this.limits.admitKnown(senderNetwork, response)) return null;
      await this.unverified.storeBound({ ...arrival, providerObjectId, standing: 'BOUND', senderNetwork: null });
      return 'payouts';
    }
    if (!this.limits.admitStranger(senderNetwork, response)) return null;
    if (isAtUnknownToken) {
      if (await this.lostAttempts.keepUnsigned({ ...arrival, providerObjectId })) return 'kept';
      refuseDelivery(response, { status: 404, reason: 'Not found' });
      return null;
    }
    if (await this.unverified.store({ ...arrival, providerObjectId, standing: 'UNVERIFIED' })) return 'unverified';
    this.limits.refuseForRoom(response);
    return null;
  }
}
