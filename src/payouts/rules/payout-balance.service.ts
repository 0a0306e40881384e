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

export const NOT_COVERED = 'The expected balance does not cover it; it is sent once it does.';

// Short enough that an operator who tops up the balance sees the payout being sent.
const LOOK_AGAIN_SECONDS = 30;

// While a claim waits for a balance, it holds the gate, and a person who shuts the gate must wait for the claim. A
// balance is usually locked for one statement and a commit, which take milliseconds. If a claim has waited this long,
// something blocks the balance, and the claim is postponed.
const LONGEST_WAIT_MS = 250;

/** Checks payouts against the account's expected balance, if it has one, and keeps the balance up to date. */
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
   * Locks the balances of these payouts and returns their funds. Locked balances block every other claim until the
   * transaction ends, so lock them after everything else that a claim waits for.
   */
  async lockFunds(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<AvailableFunds<PayoutEntity>> {
    await this.boundWait(tx);
    return new AvailableFunds(await this.ledger.lockAvailable(tx, payouts));
  }

  /** Lets a payout wait until the balance covers it, and stores the reason. It can be withdrawn meanwhile. */
  async postpone(tx: Transaction, payout: PayoutEntity): Promise<void> {
    await this.payouts.postponeAttempt(tx, payout.id, {
      problem: NOT_COVERED,
      seconds: LOOK_AGAIN_SECONDS,
      waitsFor: 'BALANCE',
    });
    if (payout.problem === NOT_COVERED) return;
    this.alarms.raiseAfter(tx, 'payout_not_covered', { payoutId: payout.id });
  }

  /** Reserves the funds, one balance after the other in a fixed order, so that claims cannot deadlock. */
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
    // Most moves do not change the state of the funds, so they need no statement here.
    if (state !== fundsStateOf(payout.status)) await this.ledger.moveFunds(tx, payout, state);
  }

  private async boundWait(tx: Transaction): Promise<void> {
    const waitMs = Math.min(LONGEST_WAIT_MS, this.config.database.lockTimeoutMs);
    await tx.limitLockWaits(waitMs);
  }
}
