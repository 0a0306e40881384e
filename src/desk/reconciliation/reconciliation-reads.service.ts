import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { PayoutEntity } from '../../payouts/core/persistence/payout.entity.js';
import { PayoutsRepository } from '../../payouts/core/persistence/payouts.repository.js';
import { isBoundPayout, ReadBackPayoutService } from '../../payouts/evidence/read-back-payout.service.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { nextReadAfter, type RunRead } from './domain/run-read.js';
import { type DueRead, ReconciliationReadsRepository } from './persistence/reconciliation-reads.sql.js';

// How soon a process notices reads scheduled by other replicas, and second reads.
const WORK_EVERY_MS = 1_000;

@Injectable()
export class ReconciliationReadsService {
  readonly #logger = new Logger(ReconciliationReadsService.name);
  /**
   * About as many as the request budget allows in a second, so that progress is visible often, and little is repeated
   * after a replica was killed.
   */
  readonly #batchSize: number;
  /**
   * Enough to use the whole budget if a read takes 250 ms, and few enough that no read waits longer for a slot than a
   * call may take.
   */
  readonly #concurrency: number;

  constructor(
    { provider }: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: ReconciliationReadsRepository,
    private readonly payouts: PayoutsRepository,
    private readonly readBacks: ReadBackPayoutService,
  ) {
    this.#batchSize = Math.min(100, Math.max(5, provider.requestsPerSecond));
    this.#concurrency = Math.min(50, Math.ceil(provider.requestsPerSecond / 4));
  }

  @RunEvery(WORK_EVERY_MS, 'reconciliation.work')
  async readDue(): Promise<{ readonly more: boolean }> {
    const due = await this.unitOfWork.run((tx) => this.reads.claim(tx, this.#batchSize));
    const payouts = new Map((await this.payouts.findByIds(due.map(({ id }) => id))).map((row) => [row.id, row]));
    const unchanged: string[] = [];
    const results: { due: DueRead; read: RunRead }[] = [];
    const waiting = due.values();
    const readOn = async (): Promise<void> => {
      for (const one of waiting) {
        const read = await this.readOne(payouts.get(one.id), unchanged);
        results.push({ due: one, read });
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, readOn));
    if (unchanged.length > 0) await this.unitOfWork.run((tx) => this.payouts.markRead(tx, unchanged));
    for (const runId of new Set(due.map((one) => one.runId))) {
      await this.record(
        runId,
        results.filter((result) => result.due.runId === runId),
      );
    }
    return { more: due.length === this.#batchSize };
  }

  private async readOne(payout: PayoutEntity | undefined, unchanged: string[]): Promise<RunRead> {
    // The binding was removed after the run began, so there is nothing to read.
    if (!payout || !isBoundPayout(payout)) return { kind: 'read', wasSuspected: false };
    const wasSuspected = payout.suspectedState !== null;
    try {
      const result = await this.readBacks.readBackInRun(payout);
      if (result.kind === 'unavailable') return { kind: 'unread', wasSuspected };
      if (result.kind === 'unchanged') unchanged.push(payout.id);
      return { kind: result.kind === 'applied' && result.isSuspected ? 'suspected' : 'read', wasSuspected };
    } catch (error) {
      // An unexpected error counts as a failed read, so that it does not stop the other reads.
      this.#logger.error({ event: 'payout_not_read_back', payoutId: payout.id, err: error });
      return { kind: 'unread', wasSuspected };
    }
  }

  private async record(
    runId: string,
    results: readonly { readonly due: DueRead; readonly read: RunRead }[],
  ): Promise<void> {
    const checkedIds: string[] = [];
    const errorIds: string[] = [];
    const again = results.flatMap(({ due, read }) => {
      const next = read.kind === 'read' ? null : nextReadAfter(read, due.tries);
      if (next) return { due, next };
      (read.kind === 'read' ? checkedIds : errorIds).push(due.id);
      return [];
    });
    await this.unitOfWork.run((tx) => this.reads.record(tx, runId, { checkedIds, errorIds, again }));
  }
}
