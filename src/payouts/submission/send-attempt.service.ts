import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { PayoutsPort } from '../../provider/port/payouts.port.js';
import type { SendPermit } from '../../provider/port/send-permits.js';
import { maskRecipientIn } from '../recipients/domain/recipient-text.js';
import { Ticks } from '../../platform/scheduling/ticks.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import type { AttemptOutcome } from '../evidence/attempt-outcomes.service.js';
import { AttemptRecorder } from './attempt-recorder.js';
import type { ClaimedAttempt } from './begin-attempts.service.js';

// Ten times the usual time of a claim. Beyond it something is wrong, perhaps this machine's clock.
const SLOW_CLAIM_MS = 200;

// As long as a statement waits for a connection. Recording takes milliseconds unless the database is in trouble.
const CALLER_PATIENCE_MS = 5_000;

const NOT_CONFIRMED: AttemptOutcome = { kind: 'not_sent', reason: 'journal_not_written' };

/** Sends claimed attempts, each once, and records their outcomes. The only caller of `createPayout` of the provider. */
@Injectable()
export class SendAttemptService {
  constructor(
    private readonly config: Config,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly recorder: AttemptRecorder,
    private readonly provider: PayoutsPort,
    private readonly ticks: Ticks,
  ) {}

  /**
   * Resolves once the outcome is recorded, or when that takes too long for a caller. Recording then continues in the
   * background.
   */
  async sendAndRecord(claim: ClaimedAttempt, permit: SendPermit | undefined, isConfirmed: boolean): Promise<void> {
    const outcome = isConfirmed ? await this.send(claim, permit) : NOT_CONFIRMED;
    // Recording needs no provider connection.
    permit?.end();
    const recording = this.recorder
      .record({ payoutId: claim.payout.id, attemptId: claim.attemptId }, outcome)
      .then(() => {
        // A poll reads back the id of an unusable answer, because doing it here would double the caller's wait.
        if (outcome.kind === 'unknown' && outcome.namedIds !== undefined) this.ticks.wake('payouts.poll_named');
      });
    const patience = new AbortController();
    const waited = delay(CALLER_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([recording, waited]);
    patience.abort();
  }

  /** After a slow claim, asks the database whether the attempt was ended in the meantime. */
  private async isStillOurs({ attemptId, window }: ClaimedAttempt): Promise<boolean> {
    return window.ageMs < SLOW_CLAIM_MS || (window.isOpen() && (await this.attempts.isFreshlyClaimed(attemptId)));
  }

  private async send(claim: ClaimedAttempt, permit: SendPermit | undefined): Promise<AttemptOutcome> {
    // The call was never started, which is proof. Leaving it to the sweep would needlessly cost two people's time.
    if (!(await this.isStillOurs(claim).catch(() => false))) return { kind: 'not_sent', reason: 'claim_expired' };
    const { payout, attemptId, token, window, request } = claim;
    const outcome = await this.provider.createPayout(
      { ...request.credentials, subject: { payoutId: payout.id } },
      {
        amount: payout.amount,
        currency: payout.currency,
        paymentType: payout.paymentType,
        serviceId: payout.serviceId,
        note: noteOf(payout),
        externalId: attemptId,
        callbackUrl: `${this.config.http.publicUrl}/webhooks/payouts/${token}`,
        recipient: request.recipient,
      },
      window,
      permit,
    );
    if (outcome.kind !== 'refused' || outcome.message === null) return outcome;
    return { ...outcome, message: maskRecipientIn(outcome.message, request.recipient) };
  }
}

/** The provider has one text field for both. */
function noteOf({ note, reference }: PayoutEntity): string | null {
  return [note, reference].filter((text) => text !== null).join(' ') || null;
}
