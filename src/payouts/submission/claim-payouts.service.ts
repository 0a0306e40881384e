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
import { BalanceTakenError, BeginAttemptsService, type ClaimedAttempt } from './begin-attempts.service.js';
import { UnreadableRequestError } from './payout-requests.js';

export interface Claims {
  readonly claims: readonly ClaimedAttempt[];
  /** How many payouts were due, those that are held included. */
  readonly due: number;
}

/** Begins attempts for payouts that were locked. */
type Begin = (tx: Transaction, payouts: readonly PayoutEntity[]) => Promise<readonly ClaimedAttempt[]>;

const NO_CLAIMS: Claims = { claims: [], due: 0 };

// Those of other accounts end within milliseconds. Who waits here for as long as a tick waits for its permits is served
// by a later tick.
const TURNS = { atOnce: CLAIMS_AT_ONCE, waiting: 100, waitMs: 1_000 } as const;

// Data exception, integrity constraint violation, raised by a trigger: what a row is refused for, and not what befalls
// a statement.
const REFUSAL_CLASSES = new Set(['22', '23', 'P0']);

// Ten minutes: what is wrong with a row is mended by people.
const REFUSED_SECONDS = 600;

/**
 * Claims payouts: the transaction that must be committed before anything is sent, and that decides what may be sent.
 */
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
   * Claims that use up one limit go one after the other. One that would wait longer than a statement may for its turn
   * was rolled back, which is known and not guessed: what it would have sent is due again for the next tick.
   *
   * @throws Error when the outcome of the commit is unknown: nothing of it is sent, and what was committed is ended as such
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
        // Rolled back. Nearly every claim needs nothing to go back to within its transaction.
        if (!(error instanceof BalanceTakenError) && refusalIn(error) === null) throw error;
        return run((tx, payouts) => this.beginRefused(tx, payouts));
      });
      if (claims !== 'database_differs') return claims;
      await this.fence.resolve();
      return NO_CLAIMS;
    } catch (error) {
      // Something was left to commit, and nobody knows whether it was.
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
    // A crash would otherwise forget claims that were sent.
    if (gate.commitsAtOnce) await tx.commitDurably();
    const sendable = await this.payouts.lockSendable(tx, wanted);
    const claims = sendable.length === 0 ? [] : await begin(tx, sendable);
    return { claims, due: sendable.length };
  }

  /** Together; each by itself once the database refuses to claim one of them, which must not stop the others. */
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

  /** Has a payout wait that cannot be claimed: a person must look at its row. */
  private async putOff(tx: Transaction, payout: PayoutEntity, refusal: string): Promise<void> {
    const problem = `It cannot be sent (${refusal}).`;
    await this.payouts.postponeAttempt(tx, payout.id, { problem, seconds: REFUSED_SECONDS, waitsFor: 'UNSENDABLE' });
    // Once, and not every ten minutes.
    if (payout.problem === problem) return;
    tx.afterCommit(() => {
      this.alarms.raise('payout_claim_refused', { payoutId: payout.id, refusal });
    });
  }
}

/**
 * The problem with a row: what of it cannot be opened, or the constraint or else the state by which the database
 * refused it; null for every other failure. The message may quote the row.
 */
function refusalIn(error: unknown): string | null {
  if (error instanceof UnreadableRequestError) return error.message;
  if (!(error instanceof QueryFailedError)) return null;
  const state = sqlStateOf(error as QueryFailedError);
  if (state === null || !REFUSAL_CLASSES.has(state.slice(0, 2))) return null;
  const { constraint } = error.driverError as { readonly constraint?: unknown };
  return typeof constraint === 'string' ? constraint : state;
}
