import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Logger, Param, Post, Req, Res } from '@nestjs/common';
import { ProviderProfile } from '../provider/profile/provider.profile.js';
import { signatureHeadersOf } from '../provider/signature/signature.headers.js';
import { WebhookSignatureVerifier } from '../provider/signature/webhook-signature.verifier.js';
import { WebhookEventsRepository } from './persistence/webhook-events.repository.js';
import { acknowledge, contentTypeOf, receiveBody, refuseDelivery } from './webhook-delivery.js';
import { WebhookHandlers } from './webhook-handlers.js';
import { WebhooksSchedule } from './webhooks.schedule.js';

/**
 * Takes payout webhooks: at the callback URL of an attempt, whose token makes what arrives there evidence, and at the
 * address of the merchant's settings. Signed or not, a body is stored, acknowledged, and used as a hint of what to read
 * back.
 */
@Controller('webhooks/payouts')
export class PayoutWebhooksController {
  readonly #logger = new Logger(PayoutWebhooksController.name);

  constructor(
    private readonly events: WebhookEventsRepository,
    private readonly handlers: WebhookHandlers,
    private readonly schedule: WebhooksSchedule,
    private readonly profile: ProviderProfile,
    private readonly verifier: WebhookSignatureVerifier,
  ) {}

  @Post()
  async receiveAtSettingsAddress(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    await this.receive(request, response, null);
  }

  @Post(':token')
  async receiveAtToken(
    @Param('token') token: string,
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.receive(request, response, token);
  }

  private async receive(request: IncomingMessage, response: ServerResponse, token: string | null): Promise<void> {
    const body = await receiveBody(request, response);
    if (!body) return;
    const signature = this.verifier.verify({ headers: request.headers, body, receivedAt: new Date() });
    if (this.profile.webhookSignature.mode === 'enforce' && signature !== 'valid') {
      refuseDelivery(response, { status: 401, reason: 'The signature is not valid' });
      return;
    }
    const contentType = contentTypeOf(request);
    try {
      const attemptId = token === null ? null : await this.handlers.callbackTokens.findAttemptId(token);
      if (token !== null && attemptId === null) {
        const isKept = await this.events.quarantine({ body, contentType });
        if (isKept) acknowledge(response);
        else refuseDelivery(response, { status: 404, reason: 'Not found' });
        return;
      }
      const { header, timestampHeader } = this.profile.webhookSignature;
      const signatureHeaders = signatureHeadersOf(request.headers, [header, timestampHeader]);
      await this.events.store({ source: 'PAYOUTS', body, contentType, attemptId, signature, signatureHeaders });
    } catch (error) {
      this.#logger.error({ event: 'webhook_not_stored', err: error });
      refuseDelivery(response, { status: 503, reason: 'Not stored, send it again' });
      return;
    }
    acknowledge(response);
    this.schedule.wake();
  }
}
