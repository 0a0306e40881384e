import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Ticks } from '../scheduling/ticks.js';
import { ReconciliationRunsService } from './reconciliation-runs.service.js';
import { StatementLinesService } from './statement-lines.service.js';

// Runs are minutes apart, so a quarter of a minute of lateness is little.
const BEGIN_TICK_MS = 15_000;

// Slices of other replicas, and those that wait for their second look, are noticed so soon.
const WORK_TICK_MS = 1_000;

/** The ticks that begin runs, work on them, and follow what statements showed. */
@Injectable()
export class ReconciliationSchedule implements OnModuleInit {
  /** Works on what is due now, when this process is a worker. */
  wake: () => void = () => undefined;

  constructor(
    private readonly ticks: Ticks,
    private readonly runs: ReconciliationRunsService,
    private readonly lines: StatementLinesService,
  ) {}

  onModuleInit(): void {
    this.ticks.add({ name: 'reconciliation.begin', everyMs: BEGIN_TICK_MS, runOnce: () => this.runs.beginDue() });
    const wakeRuns = this.ticks.add({
      name: 'reconciliation.work',
      everyMs: WORK_TICK_MS,
      runOnce: () => this.runs.workOn(),
    });
    const wakeLines = this.ticks.add({
      name: 'reconciliation.statements',
      everyMs: WORK_TICK_MS,
      runOnce: () => this.lines.followDue(),
    });
    this.wake = () => {
      wakeRuns();
      wakeLines();
    };
  }
}
