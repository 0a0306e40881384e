import { Injectable } from '@nestjs/common';
import type { CallbackTokens } from './callback-tokens.js';
import type { WebhookSource } from './domain/webhook-event.js';
import type { WebhookHandler } from './webhook-handler.js';

/** Registry in which features register themselves, so that intake imports none of them. */
@Injectable()
export class WebhookHandlers {
  readonly #handlers = new Map<WebhookSource, WebhookHandler>();

  #callbackTokens: CallbackTokens | null = null;

  get callbackTokens(): CallbackTokens {
    if (!this.#callbackTokens) throw new Error('No handler issues callback tokens');
    return this.#callbackTokens;
  }

  registerCallbackTokens(tokens: CallbackTokens): void {
    this.#callbackTokens = tokens;
  }

  register(handler: WebhookHandler): void {
    this.#handlers.set(handler.source, handler);
  }

  /** The handler of a source. Unknown tokens belong to payouts, too. */
  get(source: WebhookSource): WebhookHandler {
    const handler = this.#handlers.get(source === 'UNKNOWN_PAYOUT_TOKEN' ? 'PAYOUTS' : source);
    if (!handler) throw new Error(`No handler is registered for webhooks of ${source}`);
    return handler;
  }
}
