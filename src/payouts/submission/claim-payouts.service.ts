import { Injectable, Logger } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { Slots } from '../../common/concurrency/slots.js';
import { CLAIMS_AT_ONCE, SendDatabase } from '../../platform/database/send-database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { sqlStateOf } from '../../platform/database/connection/sql-state.js';
import { isLockTimeout } from '../../platform/database/unit-of-work.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { DatabaseFence } from '../gate/database-fence.js';
import { PayoutGateService } from '../gate/payout-gate.service.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository, type WantedPayouts } from '../core/persistence/payouts.repository.js';
import { AttemptRecorder } from './attempt-recorder.js';
import {
  BalanceTakenError,
  BeginAttemptsService,
  type ClaimedAttempt,
  UnreadableRequestError,
} from './begin-attempts.service.js';

export interface Claims {
  readonly claims: readonly ClaimedAttempt[];
  /** Number of due payouts, including those that must wait. */
  readonly due: number;
}

type Begin = (tx: Transaction, payouts: readonly PayoutEntity[]) => Promise<readonly ClaimedAttempt[]>;

const NO_CLAIMS: Claims = { claims: [], due: 0 };

// Claims for other accounts take milliseconds. A claim that has waited as long as a tick waits for permits is left to a
// later tick.
const TURNS = { atOnce: CLAIMS_AT_ONCE, waiting: 100, waitMs: 1_000 } as const;

// SQLSTATE classes that mean that a row was refused: data exception, constraint violation, exception raised by a
// trigger. Any other class means that the statement failed.
const REFUSAL_CLASSES = new Set(['22', '23', 'P0']);

// Ten minutes, because a person has to repair the row.
const REFUSED_SECONDS = 600;

/** Claims payouts. The transaction decides which may be sent, and must commit before anything is sent. */
@Injectable()
export class ClaimPayoutsService {
  readonly #logger = new Logger(ClaimPayoutsService.name);
  readonly #turns = new Slots(TURNS);

  constructor(
    private readonly sends: SendDatabase,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: BeginAttemptsService,
    private readonly gate: PayoutGateService,
    private readonly fence: DatabaseFence,
    private readonly recorder: AttemptRecorder,
    private readonly alarms: Alarms,
  ) {}

  /**
   * Claims payouts. Claims that count against the same limit run one after the other. A claim that waits longer than
   * the statement time-out is rolled back: then nothing was sent, and the payouts are due at the next tick.
   * @throws Error if it is unknown whether the transaction was committed; then nothing is sent, and committed attempts
   * are marked as not sent
   */
  async claim(wanted: WantedPayouts): Promise<Claims> {
    const end = await this.#turns.take('claim');
    if (end === null) return this.putOffAll();
    try {
      return await this.claimOneByOne(wanted);
    } finally {
      end();
    }
  }

  private async claimOneByOne(wanted: WantedPayouts): Promise<Claims> {
    let written: readonly ClaimedAttempt[] = [];
    const run = (begin: Begin): Promise<Claims | 'database_differs'> =>
      this.sends.unitOfWork.run(async (tx) => {
        written = [];
        const claimed = await this.claimIn(tx, wanted, begin);
        if (claimed !== 'database_differs') written = claimed.claims;
        return claimed;
      });
    try {
      const claims = await run((tx, payouts) => this.attempts.begin(tx, payouts)).catch((error: unknown) => {
        // The transaction was rolled back, so it is run again with savepoints. The first run has none, because they
        // would slow down all claims that succeed.
        if (!(error instanceof BalanceTakenError) && refusalIn(error) === null) throw error;
        return run((tx, payouts) => this.beginRefused(tx, payouts));
      });
      if (claims !== 'database_differs') return claims;
      await this.fence.resolve();
      return NO_CLAIMS;
    } catch (error) {
      // If COMMIT was already sent, it is unknown whether the attempts exist.
      this.recorder.disown(written.map(({ payout, attemptId }) => ({ payoutId: payout.id, attemptId })));
      if (!isLockTimeout(error)) throw error;
      return this.putOffAll();
    }
  }

  private putOffAll(): Claims {
    this.#logger.warn({ event: 'payout_claim_put_off' });
    return NO_CLAIMS;
  }

  private async claimIn(tx: Transaction, wanted: WantedPayouts, begin: Begin): Promise<Claims | 'database_differs'> {
    const look = this.fence.beginLook();
    const gate = await this.gate.hold(tx);
    const verdict = this.fence.compareSighting(look, gate.sighting);
    if (verdict !== 'sound' && verdict !== 'waits') return 'database_differs';
    if (!gate.isOpen || verdict === 'waits') return NO_CLAIMS;
    // If the database were to acknowledge commits before they are on disk, a crash could lose claims whose payouts were
    // sent.
    if (gate.commitsAtOnce) await tx.commitDurably();
    const sendable = await this.payouts.lockSendable(tx, wanted);
    const claims = sendable.length === 0 ? [] : await begin(tx, sendable);
    return { claims, due: sendable.length };
  }

  /**
   * Begins the payouts together. If the database refuses one, begins each separately, so that it does not stop the
   * others.
   */
  private async beginRefused(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<readonly ClaimedAttempt[]> {
    const [first, ...others] = payouts;
    if (!first) return [];
    try {
      return await this.attempts.beginApart(tx, payouts);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === null) throw error;
      if (others.length === 0) {
        await this.putOff(tx, first, refusal);
        return [];
      }
    }
    const claims: ClaimedAttempt[] = [];
    for (const payout of payouts) claims.push(...(await this.beginRefused(tx, [payout])));
    return claims;
  }

  /** Postpones a payout that cannot be claimed until a person repairs its row. */
  private async putOff(tx: Transaction, payout: PayoutEntity, refusal: string): Promise<void> {
    const problem = `It cannot be sent (${refusal}).`;
    await this.payouts.postponeAttempt(tx, payout.id, { problem, seconds: REFUSED_SECONDS, waitsFor: 'UNSENDABLE' });
    // Alarms only once, not every ten minutes.
    if (payout.problem === problem) return;
    this.alarms.raiseAfter(tx, 'payout_claim_refused', { payoutId: payout.id, refusal });
  }
}

/**
 * Returns why a row cannot be claimed: the part that cannot be decrypted, or the constraint or SQLSTATE with which the
 * database refused it. Null for any other failure. Never returns the message, which may quote the row.
 */
function refusalIn(error: unknown): string | null {
  if (error instanceof UnreadableRequestError) return error.message;
  if (!(error instanceof QueryFailedError)) return null;
  const state = sqlStateOf(error as QueryFailedError);
  if (state === null || !REFUSAL_CLASSES.has(state.slice(0, 2))) return null;
  const { constraint } = error.driverError as { readonly constraint?: unknown };
  return typeof constraint === 'string' ? constraint : state;
}
