import { Injectable } from '@nestjs/common';
import type { CallbackTokens } from './callback-tokens.js';
import type { WebhookSource } from './domain/webhook-event.js';
import type { WebhookHandler } from './webhook-handler.js';

/** Registry of the features that handle webhooks. They register themselves, so that the intake imports none of them. */
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

  /** Returns the handler for a source. The payouts handler also gets webhooks with unknown tokens. */
  get(source: WebhookSource): WebhookHandler {
    const handler = this.#handlers.get(source === 'UNKNOWN_PAYOUT_TOKEN' ? 'PAYOUTS' : source);
    if (!handler) throw new Error(`No handler is registered for webhooks of ${source}`);
    return handler;
  }
}
