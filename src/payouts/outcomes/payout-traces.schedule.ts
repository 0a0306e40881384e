import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Ticks } from '../../scheduling/ticks.js';
import { TracePayoutService } from './trace-payout.service.js';

// A fresh trace wakes the tick; what another replica left behind, and later tries, wait this long at most.
const TICK_MS = 1_000;

/** The tick that follows the ids of unusable answers. */
@Injectable()
export class PayoutTracesSchedule implements OnModuleInit {
  /** Follows what is due now, when this process is a worker. */
  wake: () => void = () => undefined;

  constructor(
    private readonly ticks: Ticks,
    private readonly traces: TracePayoutService,
  ) {}

  onModuleInit(): void {
    this.wake = this.ticks.add({ name: 'payouts.trace', everyMs: TICK_MS, runOnce: () => this.traces.traceDue() });
  }
}
