import { chaosPlan } from '../plans/provider-chaos.js';
import type { Fault, PlannedFault } from '../plans/fault-plan.js';
import type { PairStage } from '../stage/stage.js';

// Real operations rarely see three parts down at the same time. With more, no work would happen at all.
const FAULTS_AT_ONCE = 3;

/** Applies the planned faults to the stage while payouts are requested. */
export class FaultInjector {
  /** Number of faults applied, by kind. */
  readonly done = new Map<Fault['kind'], number>();
  readonly #waiting: PlannedFault[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];
  #providerStarts = 0;

  constructor(
    private readonly stage: PairStage,
    private readonly options: { readonly seed: string; readonly faults: readonly PlannedFault[] },
  ) {
    this.#waiting = [...options.faults];
  }

  /**
   * Starts the provider's own faults. They are kept in memory, so they are set again each time the provider was killed.
   */
  async startChaos(): Promise<void> {
    this.#providerStarts += 1;
    await this.stage.control.startChaos(chaosPlan(`${this.options.seed}/${this.#providerStarts}`));
  }

  /**
   * Starts the faults that are due after this many requested payouts. Resolves when only a few are active, so that
   * payouts do not outrun the faults they should meet.
   */
  async reached(payouts: number): Promise<void> {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || next.afterPayouts > payouts) return;
      if (this.#underWay.size >= FAULTS_AT_ONCE) {
        await Promise.race(this.#underWay);
        continue;
      }
      this.#waiting.shift();
      this.begin(next.fault);
    }
  }

  /** Resolves when every fault is over and its victim is back. */
  async finish(): Promise<void> {
    await Promise.all(this.#underWay);
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, 'A fault could not be done.');
  }

  private begin(fault: Fault): void {
    this.done.set(fault.kind, (this.done.get(fault.kind) ?? 0) + 1);
    const over = this.perform(fault)
      .catch((error: unknown) => {
        this.#failures.push(error);
      })
      .finally(() => {
        this.#underWay.delete(over);
      });
    this.#underWay.add(over);
  }

  private async perform(fault: Fault): Promise<void> {
    const { replicas, provider, postgres } = this.stage;
    switch (fault.kind) {
      case 'killReplica':
        return replicas[fault.replica]?.killAndRestart();
      case 'pauseReplica':
        return replicas[fault.replica]?.pause(fault.forMs);
      case 'crashDatabase':
        return postgres.crashAndRestart();
      case 'terminateConnections':
        // While the database is down, there are no connections to cut.
        return postgres.terminateBackends(fault.share).catch(() => undefined);
      case 'killProvider':
        await provider.killAndRestart();
        return this.startChaos();
      case 'endAtProvider':
        return this.endOnePayout(fault.step);
    }
  }

  /** Ends the newest payout in progress. Does nothing if there is none, or if it ends by itself first. */
  private async endOnePayout(step: 'fail' | 'cancel' | 'expire'): Promise<void> {
    const { control } = this.stage;
    const booked = await control.payouts().catch(() => []);
    const open = booked.findLast(({ status }) => status === 'CREATED' || status === 'PROCESSING');
    if (open) await control.movePayout(open.id, step).catch(() => undefined);
  }
}
