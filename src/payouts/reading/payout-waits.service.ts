import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../../platform/graphql/batch-loader.js';
import { type PayoutGate, PayoutGateService } from '../gate/payout-gate.service.js';
import { CommitProbe } from '../../platform/observability/commit-probe.js';
import { type CommitProblem, type PayoutWait, type WaitingPayout, waitsOf } from '../core/domain/payout-wait.js';

// The time of five probes, as for the readiness check.
const COMMITTED_WITHIN_MS = 10_000;

/** Determines why payouts wait. Reads the gate once per response, and only if there is an approved payout. */
@Injectable()
export class PayoutWaitsService {
  readonly #gate: BatchLoader<PayoutGate>;
  readonly #lacksStandby: BatchLoader<boolean>;

  constructor(
    gate: PayoutGateService,
    private readonly commits: CommitProbe,
  ) {
    this.#gate = new BatchLoader(async (keys) => {
      const read = await gate.get();
      return keys.map(() => read);
    });
    this.#lacksStandby = new BatchLoader(async (keys) => {
      const lacks = await gate.lacksStandby();
      return keys.map(() => lacks);
    });
  }

  async list(payout: WaitingPayout): Promise<PayoutWait[]> {
    if (payout.status !== 'APPROVED') return waitsOf(payout, { gate: null, commits: null }, Date.now());
    const [gate, commits] = await Promise.all([this.gate(), this.commitProblem()]);
    return waitsOf(payout, { gate, commits }, Date.now());
  }

  async isGateShut(payout: Pick<WaitingPayout, 'status'>): Promise<boolean> {
    const gate = await this.gateFor(payout);
    return gate !== null && !gate.isOpen;
  }

  /** Returns the gate. Concurrent callers share one read. */
  gate(): Promise<PayoutGate> {
    return this.#gate.load('gate');
  }

  private async commitProblem(): Promise<CommitProblem | null> {
    if (await this.#lacksStandby.load('standby')) return 'NO_STANDBY';
    return this.commits.millisecondsSinceCommit() > COMMITTED_WITHIN_MS ? 'HANG' : null;
  }

  private async gateFor({ status }: Pick<WaitingPayout, 'status'>): Promise<PayoutGate | null> {
    return status === 'APPROVED' ? this.gate() : null;
  }
}
