import { Injectable, Logger } from '@nestjs/common';
import { eachDue } from '../../common/concurrency/each-due.js';
import type { NotSentReason } from '../../provider/port/call-outcome.js';
import { type SendPermit, SendPermits } from '../../provider/port/send-permits.js';
import { OpenWork } from '../../platform/scheduling/open-work.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { DatabaseFence } from '../gate/database-fence.js';
import type { StoredWait } from '../core/domain/payout-wait.js';
import { PayoutsRepository, type WantedPayouts } from '../core/persistence/payouts.repository.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { ClaimPayoutsService } from './claim-payouts.service.js';
import { SendAttemptService } from './send-attempt.service.js';
import { BATCH_SIZE, type QueuedPayout, type ServedBatch, SubmissionQueue } from './submission-queue.js';

// A payout that could not be sent during its mutation has already waited two seconds, so one more hardly matters.
const SUBMIT_EVERY_MS = 1_000;

// A caller waits as long as a change may wait for its slot in the request budget. A tick waits only until the next
// tick.
const CALLER_WAIT_MS = 2_000;
const TICK_WAIT_MS = 1_000;

// The time for which a circuit stays open.
const CIRCUIT_OPEN_SECONDS = 10;

const WAITS_OF_CIRCUITS: Readonly<Partial<Record<NotSentReason, StoredWait>>> = {
  circuit_open: 'CIRCUIT',
  credentials_refused: 'CREDENTIALS',
};

/**
 * Sends payouts. A payout has at most one live attempt, which is committed before it is sent and is sent only once.
 * docs/reliability.md explains each step.
 */
@Injectable()
export class SubmitPayoutService {
  readonly #logger = new Logger(SubmitPayoutService.name);
  readonly #queue = new SubmissionQueue((payouts) => this.beginFirst(payouts));

  constructor(
    private readonly claiming: ClaimPayoutsService,
    private readonly fence: DatabaseFence,
    private readonly payouts: PayoutsRepository,
    private readonly permits: SendPermits,
    private readonly recorder: AttemptRecorder,
    private readonly sending: SendAttemptService,
    private readonly openWork: OpenWork,
  ) {}

  /** Sends a payout now if it may be sent. Otherwise the tick sends it later. */
  async submitNow(payout: QueuedPayout): Promise<void> {
    await this.openWork.finish(this.#queue.join(payout));
  }

  /** Starts to send one batch of due payouts for each account, without waiting for slow answers. */
  @RunEvery(SUBMIT_EVERY_MS, 'payouts.submit')
  async submitDue(): Promise<{ readonly more: boolean }> {
    return this.openWork.finish(this.beginDue());
  }

  private async beginDue(): Promise<{ readonly more: boolean }> {
    // One account after the other, because they wait for the same permits.
    const results = await eachDue(await this.payouts.countDue(), (due) => this.beginOf(due), { oneByOne: true });
    return { more: results.some(Boolean) };
  }

  /**
   * Starts to send the due payouts of an account.
   * @returns whether there may be more to send now
   */
  private async beginOf({ accountId, count }: { accountId: string; count: number }): Promise<boolean> {
    const { permits, reason } = await this.permits.take(accountId, Math.min(count, BATCH_SIZE), TICK_WAIT_MS);
    const waitsFor = reason === null ? undefined : WAITS_OF_CIRCUITS[reason];
    if (waitsFor) {
      const problem = `Nothing was sent (${reason}); it is tried again.`;
      return this.payouts.postponeDue(accountId, { problem, seconds: CIRCUIT_OPEN_SECONDS, waitsFor });
    }
    if (permits.length === 0) return false;
    const { ends, due } = await this.begin({ ids: null, accountId, limit: permits.length }, permits);
    for (const end of ends.values()) {
      void this.openWork.finish(end).catch((error: unknown) => {
        this.#logger.error({ event: 'payout_not_recorded', err: error });
      });
    }
    // There may be more if the budget allowed only a few. Payouts that another process is claiming do not count as due.
    return due > 0 && due < count;
  }

  private async beginFirst(payouts: readonly QueuedPayout[]): Promise<ServedBatch> {
    const [first] = payouts;
    if (!first) return { tried: 0, ends: new Map() };
    const { permits } = await this.permits.take(first.accountId, payouts.length, CALLER_WAIT_MS);
    const ids = payouts.slice(0, permits.length).map(({ id }) => id);
    if (ids.length === 0) return { tried: 0, ends: new Map() };
    const { ends } = await this.begin({ ids, accountId: first.accountId, limit: ids.length }, permits);
    return { tried: ids.length, ends };
  }

  /** Claims as many payouts as there are permits, and starts to send them. `due` also counts payouts that must wait. */
  private async begin(
    wanted: WantedPayouts,
    permits: readonly SendPermit[],
  ): Promise<{ readonly ends: ReadonlyMap<string, Promise<void>>; readonly due: number }> {
    let begun = 0;
    try {
      if (!this.recorder.hasRoom) return { ends: new Map(), due: 0 };
      const { claims, due } = await this.claiming.claim(wanted);
      const isConfirmed = claims.length === 0 || (await this.isConfirmed());
      begun = claims.length;
      const ends = claims.map((claim, index) => {
        const permit = permits[index];
        const end = this.sending.sendAndRecord(claim, permit, isConfirmed);
        return [claim.payout.id, end.finally(() => permit?.end())] as const;
      });
      return { ends: new Map(ends), due };
    } finally {
      for (const permit of permits.slice(begun)) permit.end();
    }
  }

  private async isConfirmed(): Promise<boolean> {
    try {
      return await this.fence.confirmCommit();
    } catch {
      return false;
    }
  }
}
