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

// Claims look by themselves; between them payouts that wait for a standby are to go on soon.
const COMPARE_EVERY_MS = 1_000;

/**
 * A look that was begun: what comes back is compared with what was known before, for answers may overtake each other.
 */
interface Look {
  readonly number: number;
  readonly known: DatabasePosition | null;
}

/**
 * Keeps payouts from a database that may have forgotten some of them: promoted, restored, or put back to an earlier
 * time. Each claim looks, and so does a tick, for a replica that sends nothing may know the most.
 */
@Injectable()
export class DatabaseFence implements OnModuleInit {
  /** The furthest that this process saw the database. */
  #known: DatabasePosition | null = null;
  /** The number of the look that saw the server's start. */
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

  /** @throws DatabaseJournalError when the journal cannot be used */
  async onModuleInit(): Promise<void> {
    this.#known = await this.journal.open(() => this.#known);
  }

  /**
   * Whether this process will know, where a journal is kept, that what it has claimed was committed. Nothing may be
   * sent before, or it could be forgotten with the database.
   */
  async confirmCommit(): Promise<boolean> {
    if (!this.journal.isKept) return true;
    const look = this.beginLook();
    return this.compareSighting(look, await this.gate.sight()) === 'sound' && (await this.journal.write());
  }

  /** To be called before the statement that looks. */
  beginLook(): Look {
    this.#looks += 1;
    return { number: this.#looks, known: this.#known };
  }

  /** Validates what a look saw, and remembers it. Nothing may be sent unless it is sound. */
  compareSighting(look: Look, sighting: DatabaseSighting): HistoryVerdict {
    const verdict = compareHistory(look.known, sighting, this.config.database.failover);
    if (verdict === 'sound') this.remember(look, sighting);
    // Once, and not with every claim.
    if (verdict === 'waits' && !this.#isWaiting) this.alarms.raise('payouts_wait_for_standby', {});
    this.#isWaiting = verdict === 'waits';
    return verdict;
  }

  /** Looks, and does what follows. */
  @RunEvery(COMPARE_EVERY_MS, 'payouts.fence')
  async compare(): Promise<void> {
    const look = this.beginLook();
    const verdict = this.compareSighting(look, await this.gate.sight());
    if (verdict !== 'sound' && verdict !== 'waits') await this.resolve();
  }

  /**
   * Shuts the gate, or notes a promotion that lost nothing. In a transaction of its own, and validated again: that of a
   * claim holds the gate together with others, and another process may have done it meanwhile.
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

  // More than anybody saw who noticed as well: what they remember is then of the time before.
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
