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

// Ten times as long as a claim usually takes. If it takes longer, something is wrong, perhaps with this machine's
// clock.
const SLOW_CLAIM_MS = 200;

// A caller waits for the recording as long as a statement waits for a connection. Recording takes milliseconds unless
// the database has problems.
const CALLER_PATIENCE_MS = 5_000;

const NOT_CONFIRMED: AttemptOutcome = { kind: 'not_sent', reason: 'journal_not_written' };

/** Sends each claimed attempt once, and records the outcome. Only this service calls the provider's `createPayout`. */
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
   * Sends an attempt. Resolves when the outcome is recorded, or when that takes longer than a caller should wait; then
   * recording continues in the background.
   */
  async sendAndRecord(claim: ClaimedAttempt, permit: SendPermit | undefined, isConfirmed: boolean): Promise<void> {
    const outcome = isConfirmed ? await this.send(claim, permit) : NOT_CONFIRMED;
    // Freed before recording, which needs no connection to the provider.
    permit?.end();
    const recording = this.recorder
      .record({ payoutId: claim.payout.id, attemptId: claim.attemptId }, outcome)
      .then(() => {
        // The poll reads back an id that an unusable answer named. Doing it here would double the caller's wait.
        if (outcome.kind === 'unknown' && outcome.namedIds !== undefined) this.ticks.wake('payouts.poll_named');
      });
    const patience = new AbortController();
    const waited = delay(CALLER_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([recording, waited]);
    patience.abort();
  }

  /** After a slow claim, asks the database whether the attempt is still claimed by this process. */
  private async isStillOurs({ attemptId, window }: ClaimedAttempt): Promise<boolean> {
    return window.ageMs < SLOW_CLAIM_MS || (window.isOpen() && (await this.attempts.isFreshlyClaimed(attemptId)));
  }

  private async send(claim: ClaimedAttempt, permit: SendPermit | undefined): Promise<AttemptOutcome> {
    // The call is not made, which proves that nothing was sent. If this were left to the sweep, two people would have
    // to look into it.
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

/** Joins note and reference, because the provider has only one text field. */
function noteOf({ note, reference }: PayoutEntity): string | null {
  return [note, reference].filter((text) => text !== null).join(' ') || null;
}
