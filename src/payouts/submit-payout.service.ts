import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service.js';
import { newId } from '../common/ids.js';
import { Config } from '../config/config.js';
import type { Transaction } from '../database/transaction.js';
import { sqlStateOf, UnitOfWork } from '../database/unit-of-work.js';
import { StatusLog } from '../events/status-log.js';
import { SEND_WINDOW_MS } from '../provider/port/send.window.js';
import type { CallOutcome } from '../provider/port/call.outcome.js';
import { PayoutsProvider, type ProviderPayout } from '../provider/port/payouts.provider.js';
import { OpenWork } from '../scheduling/open-work.js';
import { hashToken } from './domain/callback-token.js';
import { PayoutClearanceService } from './payout-clearance.service.js';
import { PayoutGateService } from './payout-gate.service.js';
import { PayoutSettlementService } from './payout-settlement.service.js';
import { PayoutTracesSchedule } from './payout-traces.schedule.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';
import type { PayoutEntity } from './persistence/payout.entity.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { RecipientVault } from './recipient.vault.js';
import { SubmissionJournal } from './submission-journal.js';

/** A payout that this process alone may send, once, with what the send needs. */
interface ClaimedAttempt {
  readonly payout: PayoutEntity;
  readonly attemptId: string;
  /** By the database's clock. */
  readonly claimedAt: Date;
  /** Exists in this process's memory, in the request's callback URL, and at the provider. Nowhere else. */
  readonly token: string;
}

interface Claims {
  readonly claims: readonly ClaimedAttempt[];
  /** How many payouts were due, those that are held included. */
  readonly due: number;
}

// All of a batch must be on its way within the send window of its claim.
const BATCH_SIZE = 10;

// Beyond the provider's time-out: the send window, and recording the answer. Later the sweep calls it unknown.
const SETTLEMENT_MARGIN_SECONDS = 30;

const TOKEN_BYTES = 32;

const NO_CLAIMS: Claims = { claims: [], due: 0 };

const LOCK_NOT_AVAILABLE = '55P03';

// 20 a tick is what a person's list shows of a crash; more are due again a second later.
const SWEEP_BATCH_SIZE = 20;

/**
 * Sends payouts: at most one attempt of each can be alive, it is committed before anything is sent, and it is sent once.
 * The steps and their reasons are in docs/reliability.md.
 */
@Injectable()
export class SubmitPayoutService {
  readonly #logger = new Logger(SubmitPayoutService.name);

  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly settlement: PayoutSettlementService,
    private readonly gate: PayoutGateService,
    private readonly clearance: PayoutClearanceService,
    private readonly vault: RecipientVault,
    private readonly journal: SubmissionJournal,
    private readonly log: StatusLog,
    private readonly provider: PayoutsProvider,
    private readonly openWork: OpenWork,
    private readonly traces: PayoutTracesSchedule,
  ) {}

  /** Sends one payout now if it may be sent; otherwise the tick does when it may. */
  async submitNow(payoutId: string): Promise<void> {
    await this.openWork.finish(this.submit({ id: payoutId, limit: 1 }));
  }

  /** Sends one batch of due payouts. */
  async submitDue(): Promise<{ readonly more: boolean }> {
    const due = await this.submit({ id: null, limit: BATCH_SIZE });
    return { more: due === BATCH_SIZE };
  }

  /** Makes attempts unknown whose answer nobody waits for any more: their process was killed. It never sends again. */
  async sweep(): Promise<{ readonly more: boolean }> {
    const overdue = await this.attempts.findOverdue(SWEEP_BATCH_SIZE);
    for (const { id, payoutId } of overdue) {
      await this.unitOfWork.run(async (tx) => {
        const locked = await this.settlement.lock(tx, { payoutId, attemptId: id });
        await this.settlement.makeUnconfirmed(tx, locked, { cause: 'DEADLINE', reason: 'deadline', httpStatus: null });
      });
    }
    return { more: overdue.length === SWEEP_BATCH_SIZE };
  }

  /** @returns how many payouts were due: those that are held, too, or others behind them would wait for the next tick */
  private async submit(wanted: { readonly id: string | null; readonly limit: number }): Promise<number> {
    // When this throws, the outcome of the commit is unknown and nothing is sent: the sweep takes what was committed.
    const { claims, due } = await this.claimUnlessBusy(wanted);
    const sendBefore = performance.now() + SEND_WINDOW_MS;
    const isJournaled = await this.keepJournal(claims);
    const results = await Promise.allSettled(
      claims.map((claim) => (isJournaled ? this.sendAndRecord(claim, sendBefore) : this.giveBack(claim))),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return due;
  }

  /**
   * Claims that use up one limit go one after the other. One that would wait longer than a statement may for its turn was
   * rolled back, which is known and not guessed: what it would have sent is due again for the next tick.
   */
  private async claimUnlessBusy(wanted: { id: string | null; limit: number }): Promise<Claims> {
    try {
      const claims = await this.unitOfWork.run((tx) => this.claim(tx, wanted));
      if (claims !== 'database_has_gone_backwards') return claims;
      await this.unitOfWork.run((tx) => this.shutGate(tx));
      return NO_CLAIMS;
    } catch (error) {
      if (!(error instanceof QueryFailedError) || sqlStateOf(error as QueryFailedError) !== LOCK_NOT_AVAILABLE)
        throw error;
      this.#logger.warn({ event: 'payout_claim_put_off' });
      return NO_CLAIMS;
    }
  }

  /**
   * In a transaction of its own: that of a claim holds the gate together with others, and cannot change it. Whatever this
   * process would claim meanwhile finds the same attempt missing.
   */
  private async shutGate(tx: Transaction): Promise<void> {
    const gate = await this.gate.stopClaims(tx);
    // Somebody may have looked, and opened it, since.
    if (!(await this.journal.hasLostClaim(tx, gate))) return;
    await this.gate.shut(tx, 'The database has gone backwards: an attempt that was committed is missing.');
  }

  private async claim(
    tx: Transaction,
    wanted: { id: string | null; limit: number },
  ): Promise<Claims | 'database_has_gone_backwards'> {
    const gate = await this.gate.hold(tx);
    if (!gate.isOpen) return NO_CLAIMS;
    if (await this.journal.hasLostClaim(tx, gate)) return 'database_has_gone_backwards';
    const sendable = await this.payouts.lockSendable(tx, wanted);
    const claims: ClaimedAttempt[] = [];
    for (const payout of await this.clearance.clear(tx, sendable)) {
      const attemptId = newId();
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      await this.payouts.markSubmitting(tx, payout.id);
      const claimedAt = await this.attempts.insert(tx, {
        id: attemptId,
        payoutId: payout.id,
        number: payout.attemptsMade + 1,
        tokenHash: hashToken(token),
        deadlineSeconds: Math.ceil(this.config.provider.timeoutMs / 1_000) + SETTLEMENT_MARGIN_SECONDS,
      });
      await this.log.append(tx, {
        subjectType: 'PAYOUT',
        subjectId: payout.id,
        from: payout.status,
        to: 'SUBMITTING',
        cause: 'API',
        evidence: { attemptId },
      });
      claims.push({ payout, attemptId, token, claimedAt });
    }
    return { claims, due: sendable.length };
  }

  private async keepJournal(claims: readonly ClaimedAttempt[]): Promise<boolean> {
    try {
      await this.journal.record(claims);
      return true;
    } catch (error) {
      this.#logger.error({ event: 'payout_journal_not_written', err: error });
      return false;
    }
  }

  /**
   * Ends a claim that is not in the journal. The request was never begun, which is proof and not silence, so it is
   * NOT_SENT: left to the sweep it would wait for two people and count against the gate, for nothing.
   */
  private async giveBack({ payout, attemptId }: ClaimedAttempt): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const locked = await this.settlement.lock(tx, { payoutId: payout.id, attemptId });
      await this.settlement.recordNotSent(tx, locked, 'journal_not_written');
    });
  }

  private async sendAndRecord(claim: ClaimedAttempt, sendBefore: number): Promise<void> {
    const outcome = await this.send(claim, sendBefore);
    await this.unitOfWork.run(async (tx) => {
      const locked = await this.settlement.lock(tx, { payoutId: claim.payout.id, attemptId: claim.attemptId });
      await this.settlement.recordOutcome(tx, locked, outcome);
    });
    // What an unusable answer named is looked at now, and not by the caller, whose wait would double.
    if (outcome.kind === 'unknown' && outcome.claimedId !== undefined) this.traces.wake();
  }

  private async send(
    { payout, attemptId, token }: ClaimedAttempt,
    sendBefore: number,
  ): Promise<CallOutcome<ProviderPayout>> {
    const account = await this.accounts.find(payout.accountId);
    if (!account) throw new Error('A payout without its account');
    return this.provider.createPayout(
      this.accounts.credentialsOf(account),
      {
        amount: payout.amount,
        currency: payout.currency,
        paymentType: payout.paymentType,
        serviceId: payout.serviceId,
        note: payout.note,
        externalId: attemptId,
        callbackUrl: `${this.config.http.publicUrl}/webhooks/payouts/${token}`,
        recipient: this.vault.openForWire(payout),
      },
      { sendBefore },
    );
  }
}
