import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Ticks } from '../scheduling/ticks.js';
import { CheckOrderService } from './check-order.service.js';

// The finest step of the check schedule is many seconds, so a second of lateness is nothing to it.
const TICK_MS = 1_000;

/** The tick that checks due orders. */
@Injectable()
export class OrdersSchedule implements OnModuleInit {
  constructor(
    private readonly ticks: Ticks,
    private readonly checks: CheckOrderService,
  ) {}

  onModuleInit(): void {
    this.ticks.add({ name: 'orders.check', everyMs: TICK_MS, runOnce: () => this.checks.checkDue() });
  }
}
