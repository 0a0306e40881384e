import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Ticks } from '../scheduling/ticks.js';
import { CheckPayoutService } from './outcomes/check-payout.service.js';
import { DatabaseFence } from './controls/database-fence.js';
import { PendingEvidenceService } from './outcomes/pending-evidence.service.js';
import { RecipientRetentionService } from './recipients/recipient-retention.service.js';
import { SubmitPayoutService } from './submission/submit-payout.service.js';
import { SweepAttemptsService } from './submission/sweep-attempts.service.js';

// A payout that could not be sent within its mutation waits at least two seconds, so a second of lateness is little.
const TICK_MS = 1_000;

// What is purged is months old. A minute's run takes up to 10,000 recipients, more than a minute brings.
const RETENTION_TICK_MS = 60_000;

// As long as it lasts: only people end it, and an alarm of an hour ago may have been read by somebody who is gone.
const UNREADABLE_TICK_MS = 3_600_000;

/** The ticks that send, sweep and check payouts, and forget their recipients. */
@Injectable()
export class PayoutsSchedule implements OnModuleInit {
  constructor(
    private readonly ticks: Ticks,
    private readonly submission: SubmitPayoutService,
    private readonly attempts: SweepAttemptsService,
    private readonly fence: DatabaseFence,
    private readonly checks: CheckPayoutService,
    private readonly retention: RecipientRetentionService,
    private readonly evidence: PendingEvidenceService,
  ) {}

  onModuleInit(): void {
    this.ticks.add({ name: 'payouts.submit', everyMs: TICK_MS, runOnce: () => this.submission.submitDue() });
    this.ticks.add({ name: 'payouts.sweep', everyMs: TICK_MS, runOnce: () => this.attempts.sweep() });
    this.ticks.add({ name: 'payouts.fence', everyMs: TICK_MS, runOnce: () => once(this.fence.compare()) });
    this.ticks.add({ name: 'payouts.check', everyMs: TICK_MS, runOnce: () => this.checks.checkDue() });
    this.ticks.add({
      name: 'payouts.retention',
      everyMs: RETENTION_TICK_MS,
      runOnce: () => this.retention.purgeDue(),
    });
    this.ticks.add({
      name: 'payouts.unreadable',
      everyMs: UNREADABLE_TICK_MS,
      runOnce: () => once(this.evidence.alarmUnreadable()),
    });
  }
}

/** A look, after which there is no more to do. */
async function once(look: Promise<void>): Promise<{ readonly more: boolean }> {
  await look;
  return { more: false };
}
