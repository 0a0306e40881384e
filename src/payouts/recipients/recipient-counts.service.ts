import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AccessRefusedError } from '../../platform/graphql/request-context.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { boundOf } from './domain/reading-bounds.js';
import { guessLimitOf, type NamedRecipient } from './domain/recipient-guess.js';
import { RecipientVault } from './recipient-vault.js';
import { RecipientCountEntity } from './persistence/recipient-count.entity.js';
import { countRecipientUse, raiseRecipientUse } from './persistence/recipient-counts.sql.js';

// A person looks up a recipient a few times a minute. Guessing the six hidden digits of a card number takes days at
// this rate.
const READINGS_PER_MINUTE = 30;

// A form looks up the banks of one number at a time. Each number costs a provider read, which delays payouts.
const BANK_LOOKUPS_PER_MINUTE = 10;

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

// Rows take a hundred bytes, and are at least a day old.
const PURGE_EVERY_MS = 3_600_000;

const readingsOf = (actorId: string): string => `reading ${actorId}`;

/**
 * Limits how many recipients one actor learns, across all replicas. A mask protects only as long as no one can compare
 * it with a thousand numbers, or unmask a thousand payouts.
 */
@Injectable()
export class RecipientCountsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly alarms: Alarms,
    private readonly vault: RecipientVault,
    private readonly payouts: PayoutsRepository,
  ) {}

  /**
   * Counts a recipient whom an actor sees in full or compares with a value, when the transaction commits.
   * @throws AccessRefusedError RATE_LIMITED
   */
  async countReading(tx: Transaction, actorId: string): Promise<void> {
    const { inMinute, inDay, raisedTo } = await countRecipientUse(tx, readingsOf(actorId));
    const { perDay, alarmAt } = boundOf(raisedTo);
    if (inDay > perDay) {
      const message = `You revealed or compared ${perDay} recipients within a day; try again tomorrow, or propose more by raiseRecipientReadings (scope payouts:unmask), which another person confirms.`;
      throw new AccessRefusedError(message, 'RATE_LIMITED', DAY_SECONDS);
    }
    if (inMinute > READINGS_PER_MINUTE) {
      const message = `You revealed or compared ${READINGS_PER_MINUTE} recipients within a minute; try again later.`;
      throw new AccessRefusedError(message, 'RATE_LIMITED', MINUTE_SECONDS);
    }
    if (inDay === alarmAt) {
      this.alarms.raiseAfter(tx, 'recipients_read_in_bulk', { actorId, inDay, perDay });
    }
  }

  /** Raises the actor's limit for the current day, or a new one. Returns when that day ends. */
  async raise(tx: Transaction, actorId: string, perDay: number): Promise<Date> {
    const { dayBeganAt } = await raiseRecipientUse(tx, readingsOf(actorId), perDay);
    return new Date(dayBeganAt.getTime() + DAY_SECONDS * 1_000);
  }

  /**
   * Refuses a caller who named too many similar recipients.
   * @throws AccessRefusedError RATE_LIMITED
   */
  assertNoGuessing({ isGuessing }: { readonly isGuessing: boolean }): void {
    if (!isGuessing) return;
    const message = 'You named too many recipients that look alike within a minute; try again later.';
    throw new AccessRefusedError(message, 'RATE_LIMITED', MINUTE_SECONDS);
  }

  /**
   * Counts the recipient of a payout that was not sent, because its caller may have learned whom others pay. The
   * caller's own earlier recipients do not count.
   */
  async countGuess(tx: Transaction, guess: NamedRecipient & { readonly payoutId: string }): Promise<void> {
    const { actorId, requisites, payoutId } = guess;
    const requisitesHash = this.vault.requisitesHash(requisites);
    if (await this.payouts.hasAnotherTo(tx, { requisitesHash, createdBy: actorId, id: payoutId })) return;
    const { name, perMinute } = guessLimitOf(guess);
    const { inMinute } = await countRecipientUse(tx, name);
    if (inMinute !== perMinute) return;
    this.alarms.raiseAfter(tx, 'recipients_probed', { actorId, inMinute });
  }

  /** Counts like `countGuess`, once the payout is recorded. */
  countLater(guess: NamedRecipient & { readonly payoutId: string }): Promise<void> {
    return this.unitOfWork.run((tx) => this.countGuess(tx, guess));
  }

  /**
   * Counts a number whose banks an actor looks up. Repeats within a minute count once.
   * @throws AccessRefusedError RATE_LIMITED
   */
  async countBankLookup(actorId: string, phone: string): Promise<void> {
    const phoneHash = this.vault.requisitesHash(phone).toString('base64url');
    await this.unitOfWork.run(async (tx) => {
      const ofNumber = await countRecipientUse(tx, `banks ${actorId} ${phoneHash}`);
      if (ofNumber.inMinute > 1) return;
      const { inMinute } = await countRecipientUse(tx, `banks ${actorId}`);
      // Throwing rolls back both counts, so refused numbers leave no rows.
      if (inMinute <= BANK_LOOKUPS_PER_MINUTE) return;
      const message = `You looked up the banks of ${BANK_LOOKUPS_PER_MINUTE} numbers within a minute; try again later.`;
      throw new AccessRefusedError(message, 'RATE_LIMITED', MINUTE_SECONDS);
    });
  }

  @RunEvery(PURGE_EVERY_MS, 'payouts.recipient_counts')
  async purgeDue(): Promise<void> {
    const dayBeganAt = Raw((column) => `${column} < clock_timestamp() - interval '1 day'`);
    await this.unitOfWork.run((tx) => tx.repository(RecipientCountEntity).delete({ dayBeganAt }));
  }
}
