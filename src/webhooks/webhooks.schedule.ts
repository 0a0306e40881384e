import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Ticks } from '../scheduling/ticks.js';
import { WebhookIntakeService } from './webhook-intake.service.js';

// What another replica stored and died over, and retries, wait this long at most; fresh webhooks wake the tick at once.
const TICK_MS = 1_000;

/** The tick that deals with stored webhooks. */
@Injectable()
export class WebhooksSchedule implements OnModuleInit {
  /** Deals with due webhooks now, when this process is a worker. */
  wake: () => void = () => undefined;

  constructor(
    private readonly ticks: Ticks,
    private readonly intake: WebhookIntakeService,
  ) {}

  onModuleInit(): void {
    this.wake = this.ticks.add({ name: 'webhooks.handle', everyMs: TICK_MS, runOnce: () => this.intake.handleDue() });
  }
}
