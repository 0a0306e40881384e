import { Injectable } from '@nestjs/common';
import { REPLAYED_SOURCES } from './domain/webhook-event.js';
import { type WebhookHealth, WebhookHealthQuery } from './persistence/webhook-health.sql.js';
import { WebhookHandlers } from './webhook-handlers.js';

@Injectable()
export class WebhookHealthService {
  constructor(
    private readonly handlers: WebhookHandlers,
    private readonly health: WebhookHealthQuery,
  ) {}

  async measure(days: number): Promise<WebhookHealth[]> {
    const measured = await Promise.all(
      REPLAYED_SOURCES.map((source) => this.health.measure(source, this.handlers.get(source).subjects, days)),
    );
    return measured.flat();
  }
}
