import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { DatabaseJournal } from './database-journal.js';
import {
  type DatabasePosition,
  type DatabaseSighting,
  type HistoryVerdict,
  compareHistory,
} from './domain/database-history.js';
import { PayoutGateService } from './payout-gate.service.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';

// Every claim compares, too. This interval only decides how soon payouts that waited for a standby are sent again.
const COMPARE_EVERY_MS = 1_000;

/**
 * A comparison in progress. Answers may overtake each other, so each is compared with the position known when its
 * comparison began.
 */
interface Look {
  readonly number: number;
  readonly known: DatabasePosition | null;
}

/**
 * Stops payouts if the database may have lost some, because it was promoted, restored, or rolled back to an earlier
 * time. Each claim compares positions. A tick compares as well, because a replica that sends nothing may know the
 * latest position.
 */
@Injectable()
export class DatabaseFence implements OnModuleInit {
  #known: DatabasePosition | null = null;
  /** The latest comparison that saw when the server started. */
  #startSeenBy = 0;
  #looks = 0;
  #isWaiting = false;

  constructor(
    private readonly config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: PayoutGateService,
    private readonly journal: DatabaseJournal,
    private readonly alarms: Alarms,
  ) {}

  async onModuleInit(): Promise<void> {
    this.#known = await this.journal.open(() => this.#known);
  }

  /**
   * Whether the journal has stored that this process's claim was committed; true if no journal is kept. Sending before
   * that could repeat a payment if the database then loses the claim.
   */
  async confirmCommit(): Promise<boolean> {
    if (!this.journal.isKept) return true;
    const look = this.beginLook();
    return this.compareSighting(look, await this.gate.sight()) === 'sound' && (await this.journal.write());
  }

  /** Begins a comparison. Call it before the statement that reads the position. */
  beginLook(): Look {
    this.#looks += 1;
    return { number: this.#looks, known: this.#known };
  }

  /**
   * Compares a sighting with the known position, and remembers it if it is sound. Only the verdict `sound` allows
   * sending.
   */
  compareSighting(look: Look, sighting: DatabaseSighting): HistoryVerdict {
    const verdict = compareHistory(look.known, sighting, this.config.database.failover);
    if (verdict === 'sound') this.remember(look, sighting);
    // Raises the alarm once, not with every claim.
    if (verdict === 'waits' && !this.#isWaiting) this.alarms.raise('payouts_wait_for_standby', {});
    this.#isWaiting = verdict === 'waits';
    return verdict;
  }

  @RunEvery(COMPARE_EVERY_MS, 'payouts.fence')
  async compare(): Promise<void> {
    const look = this.beginLook();
    const verdict = this.compareSighting(look, await this.gate.sight());
    if (verdict !== 'sound' && verdict !== 'waits') await this.resolve();
  }

  /**
   * Shuts the gate, or records a promotion that lost nothing. Runs in a separate transaction and compares again: a
   * claim shares its lock on the gate with other claims, and another process may have acted first.
   */
  async resolve(): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const look = this.beginLook();
      await this.gate.stopClaims(tx);
      const sighting = await this.gate.sightIn(tx);
      const verdict = this.compareSighting(look, sighting);
      if (verdict === 'promoted') await this.gate.passPromotion(tx);
      if (verdict === 'replaced') await this.gate.fence(tx, { setbacks: sighting.setbacks });
      if (verdict === 'went_back') await this.gate.fence(tx, { setbacks: this.oneMore(look, sighting) });
    });
  }

  // Higher than any count that another process may have written at the same time, so that the positions which those
  // processes remember become outdated.
  private oneMore({ known }: Look, { setbacks }: DatabaseSighting): number {
    return Math.max(setbacks, known?.setbacks ?? 0) + 1;
  }

  private remember({ number }: Look, { incarnation, setbacks, startedAt, position }: DatabaseSighting): void {
    const known = this.#known;
    const isOfSameTime = known?.setbacks === setbacks && known.incarnation === incarnation;
    if (known && !isOfSameTime && (setbacks < known.setbacks || incarnation < known.incarnation)) return;
    const isLaterLook = number > this.#startSeenBy;
    if (isLaterLook) this.#startSeenBy = number;
    this.#known = {
      incarnation,
      setbacks,
      startedAt: isLaterLook || !known ? startedAt : known.startedAt,
      position: isOfSameTime && known.position > position ? known.position : position,
    };
  }
}
