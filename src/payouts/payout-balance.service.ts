import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '../common/currency.js';
import type { DecimalString } from '../common/decimal.js';
import type { Transaction } from '../database/transaction.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { Alarms } from '../observability/alarms.js';
import { placeOfPayout } from './domain/payout-place.js';
import type { PayoutStatus } from './domain/payout-status.js';
import type { PayoutEntity } from './persistence/payout.entity.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';

const NOT_COVERED = 'The expected balance does not cover it; it is sent once it does.';

// An operator who has funded the balance sees the payout go while he is still looking.
const LOOK_AGAIN_SECONDS = 30;

/** Holds payouts to the expected balance, where one is kept, and keeps the balance in step with them. */
@Injectable()
export class PayoutBalanceService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly payouts: PayoutsRepository,
    private readonly alarms: Alarms,
  ) {}

  /**
   * Whether the balance covers a payout behind the others that wait to be sent. Nothing is reserved before the claim; that
   * of many at once only as many are recorded as it covers follows from the lock on the balance, held until the
   * transaction ends.
   */
  async covers(
    tx: Transaction,
    payout: {
      readonly accountId: string;
      readonly currency: CurrencyCode;
      readonly amount: DecimalString;
      /** Itself, once it is recorded: what it needed so far is in `amount`. */
      readonly exceptId: string | null;
    },
  ): Promise<boolean> {
    const available = await this.ledger.holdAvailable(tx, payout);
    return available === null || this.payouts.fitsBehindWaiting(tx, { ...payout, available });
  }

  /** Reserves what a payout takes, before it is sent. One that is not covered waits, and may be withdrawn. */
  async reserve(tx: Transaction, payout: PayoutEntity): Promise<boolean> {
    if (await this.ledger.reserve(tx, payout)) return true;
    await this.payouts.postponeAttempt(tx, payout.id, { problem: NOT_COVERED, seconds: LOOK_AGAIN_SECONDS });
    if (payout.problem === NOT_COVERED) return false;
    tx.afterCommit(() => {
      this.alarms.raise('payout_not_covered', { payoutId: payout.id });
    });
    return false;
  }

  /**
   * Moves the money of a payout with its status. To be called last in the transaction, wherever a payout is written:
   * the balance is locked after everything else.
   *
   * @param payout as it was
   */
  async follow(tx: Transaction, payout: PayoutEntity, status: PayoutStatus): Promise<void> {
    const place = placeOfPayout(status);
    // Most moves leave the money where it is, and cost nothing here.
    if (place !== placeOfPayout(payout.status)) await this.ledger.settle(tx, payout, place);
  }
}
