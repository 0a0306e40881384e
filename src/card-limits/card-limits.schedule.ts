import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Ticks } from '../scheduling/ticks.js';
import { CardLimitsService } from './card-limits.service.js';

// What is deleted is many windows old, and a window has a minute at least.
const TICK_MS = 60_000;

/** The tick that forgets cards that no limit counts any more. */
@Injectable()
export class CardLimitsSchedule implements OnModuleInit {
  constructor(
    private readonly ticks: Ticks,
    private readonly limits: CardLimitsService,
  ) {}

  onModuleInit(): void {
    this.ticks.add({ name: 'card-limits.purge', everyMs: TICK_MS, runOnce: () => this.limits.purgeDue() });
  }
}
