import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { LedgerService } from '../../desk/ledger/ledger.service.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { AvailableFunds } from '../core/domain/available-funds.js';
import { PayoutFunds } from '../core/payout-funds.port.js';
import { fundsStateOf } from '../core/domain/funds-state.js';
import type { PayoutStatus } from '../core/domain/payout-status.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';

const NOT_COVERED = 'The expected balance does not cover it; it is sent once it does.';

// An operator who has funded the balance sees the payout go while he is still looking.
const LOOK_AGAIN_SECONDS = 30;

// A claim has the gate while it waits for a balance, and whoever shuts the gate waits for the claim. Ordinarily a
// balance is locked for one statement and a commit, some milliseconds; past this somebody holds it, and the claim is
// put off.
const LONGEST_WAIT_MS = 250;

/** Holds payouts to the expected balance, where one is kept, and keeps the balance in step with them. */
@Injectable()
export class PayoutBalanceService extends PayoutFunds {
  constructor(
    private readonly config: Config,
    private readonly ledger: LedgerService,
    private readonly payouts: PayoutsRepository,
    private readonly alarms: Alarms,
  ) {
    super();
  }

  /**
   * The funds that the balances have for the payouts. Where they were only read, `reserve` may find less. Locked, they
   * hold up every other claim until the transaction ends, and come after all else that a claim waits for.
   */
  async lockFunds(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<AvailableFunds<PayoutEntity>> {
    await this.boundWait(tx);
    return new AvailableFunds(await this.ledger.lockAvailable(tx, payouts));
  }

  /** Has a payout that is not covered wait, and says so; it may be withdrawn meanwhile. */
  async postpone(tx: Transaction, payout: PayoutEntity): Promise<void> {
    await this.payouts.postponeAttempt(tx, payout.id, {
      problem: NOT_COVERED,
      seconds: LOOK_AGAIN_SECONDS,
      waitsFor: 'BALANCE',
    });
    if (payout.problem === NOT_COVERED) return;
    tx.afterCommit(() => {
      this.alarms.raise('payout_not_covered', { payoutId: payout.id });
    });
  }

  /** Reserves one book after the other, in the order in which books are found. */
  override async reserve(tx: Transaction, { takers }: AvailableFunds<PayoutEntity>): Promise<boolean> {
    if (takers.length > 0) await this.boundWait(tx);
    for (const payouts of takers) {
      if (!(await this.ledger.reserve(tx, payouts))) return false;
    }
    return true;
  }

  override async follow(tx: Transaction, payout: PayoutEntity, status: PayoutStatus, sentAt?: Date): Promise<void> {
    const state = fundsStateOf(status);
    if (sentAt !== undefined && state !== 'AVAILABLE') await this.ledger.reserveLost(tx, payout, sentAt);
    // Most moves leave the money where it is, and cost nothing here.
    if (state !== fundsStateOf(payout.status)) await this.ledger.moveFunds(tx, payout, state);
  }

  private async boundWait(tx: Transaction): Promise<void> {
    const waitMs = Math.min(LONGEST_WAIT_MS, this.config.database.lockTimeoutMs);
    await tx.limitLockWaits(waitMs);
  }
}
