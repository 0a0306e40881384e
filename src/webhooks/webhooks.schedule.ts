import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Ticks } from '../scheduling/ticks.js';
import type { WebhookQueue } from './domain/webhook-event.js';
import { WebhookIntakeService } from './webhook-intake.service.js';
import { WebhookRetentionService } from './webhook-retention.service.js';

// What another replica stored and died over, and retries, wait this long at most; fresh webhooks wake the tick at once.
const TICK_MS = 1_000;

// What is purged is months old. A minute's run takes up to 25,000 bodies, more than a minute brings.
const RETENTION_TICK_MS = 60_000;

const QUEUES: readonly WebhookQueue[] = ['orders', 'payouts', 'unverified'];

/** The ticks that deal with stored webhooks, and forget them. */
@Injectable()
export class WebhooksSchedule implements OnModuleInit {
  readonly #wakes = new Map<WebhookQueue, () => void>();

  constructor(
    private readonly ticks: Ticks,
    private readonly intake: WebhookIntakeService,
    private readonly retention: WebhookRetentionService,
  ) {}

  /** Deals with due webhooks of a queue now, when this process is a worker. */
  wake(queue: WebhookQueue): void {
    this.#wakes.get(queue)?.();
  }

  onModuleInit(): void {
    for (const queue of QUEUES) {
      const name = `webhooks.${queue}`;
      this.#wakes.set(queue, this.ticks.add({ name, everyMs: TICK_MS, runOnce: () => this.intake.handleDue(queue) }));
    }
    this.ticks.add({
      name: 'webhooks.trim',
      everyMs: RETENTION_TICK_MS,
      runOnce: () => this.retention.trimUnverified(),
    });
    this.ticks.add({
      name: 'webhooks.retention',
      everyMs: RETENTION_TICK_MS,
      runOnce: () => this.retention.purgeDue(),
    });
  }
}
