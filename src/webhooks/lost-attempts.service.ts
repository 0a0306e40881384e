import { Injectable } from '@nestjs/common';
import { HourlySample } from './domain/hourly-sample.js';
import { type QuarantinedDelivery, QuarantineRepository } from './persistence/quarantine.repository.js';
import { WebhookHandlers } from './webhook-handlers.js';

/**
 * Webhooks at callback tokens that no attempt has: the database may have lost the attempt, or a stranger made them
 * up.
 */
@Injectable()
export class LostAttemptsService {
  readonly #sample = new HourlySample();

  constructor(
    private readonly quarantine: QuarantineRepository,
    private readonly handlers: WebhookHandlers,
  ) {}

  /**
   * Keeps a webhook with a valid signature, and reports the payout that it names, once. Throws when it could not be
   * reported: the sender is to come again.
   */
  async keepSigned(received: QuarantinedDelivery): Promise<void> {
    const { eventId, isReported } = await this.quarantine.keepSigned(received);
    if (isReported) return;
    await this.handlers.callbackTokens.reportLostAttempt({ eventId, providerObjectId: received.providerObjectId });
    await this.quarantine.markReported(eventId);
  }

  /** Keeps a webhook that nothing vouches for, unless its network has sent too many; false when it is not kept. */
  async keepUnsigned(received: QuarantinedDelivery): Promise<boolean> {
    if (await this.quarantine.repeat(received.body)) return true;
    return this.#sample.takes(received.senderNetwork) && this.quarantine.keepUnsigned(received);
  }
}
