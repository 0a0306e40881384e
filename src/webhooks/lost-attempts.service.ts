import { Injectable } from '@nestjs/common';
import { HourlySample } from './domain/hourly-sample.js';
import { type QuarantinedDelivery, QuarantineRepository } from './persistence/quarantine.repository.js';
import { WebhookHandlers } from './webhook-handlers.js';

/**
 * Handles webhooks whose callback token belongs to no attempt: the database may have lost the attempt, or a stranger
 * invented the token.
 */
@Injectable()
export class LostAttemptsService {
  readonly #sample = new HourlySample();

  constructor(
    private readonly quarantine: QuarantineRepository,
    private readonly handlers: WebhookHandlers,
  ) {}

  /**
   * Stores a signed webhook, and reports the payout that it names, once per payout. Throws if reporting fails, so that
   * the sender retries.
   */
  async keepSigned(received: QuarantinedDelivery): Promise<void> {
    const { eventId, isReported } = await this.quarantine.keepSigned(received);
    if (isReported) return;
    await this.handlers.callbackTokens.reportLostAttempt({ eventId, providerObjectId: received.providerObjectId });
    await this.quarantine.markReported(eventId);
  }

  /** Stores an unsigned webhook. Returns false if its network has sent too many, or there is no room. */
  async keepUnsigned(received: QuarantinedDelivery): Promise<boolean> {
    if (await this.quarantine.repeat(received.body)) return true;
    return this.#sample.takes(received.senderNetwork) && this.quarantine.keepUnsigned(received);
  }
}
