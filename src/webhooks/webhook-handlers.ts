import { Injectable } from '@nestjs/common';
import type { WebhookSource } from './domain/webhook-event.js';
import type { WebhookHandler } from './webhook-handler.js';

/** Which feature handles which source. Features register themselves, so that intake knows none of them. */
@Injectable()
export class WebhookHandlers {
  readonly #handlers = new Map<WebhookSource, WebhookHandler>();

  register(handler: WebhookHandler): void {
    this.#handlers.set(handler.source, handler);
  }

  get(source: WebhookSource): WebhookHandler {
    const handler = this.#handlers.get(source);
    if (!handler) throw new Error(`No handler is registered for webhooks of ${source}`);
    return handler;
  }
}
