import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AccessRefusedError } from '../../platform/graphql/request-context.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { boundOf } from './domain/reading-bounds.js';
import { RecipientCountEntity } from './persistence/recipient-count.entity.js';
import { countRecipientUse, raiseRecipientUse } from './persistence/recipient-counts.sql.js';

// A person looks up someone else a few times a minute. At this rate it takes days to guess the six hidden digits of a
// card number.
const READINGS_PER_MINUTE = 30;

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

// Once an hour is enough: a row takes a hundred bytes, and is deleted when it is a day old.
const PURGE_EVERY_MS = 3_600_000;

const readingsOf = (actorId: string): string => `reading ${actorId}`;

/**
 * Limits how many recipients and payers an actor may see in full or compare with a value, across all replicas. A mask
 * protects nobody if an actor can compare it with a thousand numbers, or unmask a thousand payouts.
 */
@Injectable()
export class ReadingsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly alarms: Alarms,
  ) {}

  /**
   * Counts a person whom an actor sees in full or compares with a value. The count is committed with the transaction.
   * @throws AccessRefusedError RATE_LIMITED
   */
  async count(tx: Transaction, actorId: string): Promise<void> {
    const { inMinute, inDay, raisedTo } = await countRecipientUse(tx, readingsOf(actorId));
    const { perDay, alarmAt } = boundOf(raisedTo);
    if (inDay > perDay) {
      const message = `You revealed or searched for ${perDay} recipients or payers within a day; try again tomorrow, or propose more by raiseRecipientReadings (scope payouts:unmask), which another person confirms.`;
      throw new AccessRefusedError(message, 'RATE_LIMITED', DAY_SECONDS);
    }
    if (inMinute > READINGS_PER_MINUTE) {
      const message = `You revealed or searched for ${READINGS_PER_MINUTE} recipients or payers within a minute; try again later.`;
      throw new AccessRefusedError(message, 'RATE_LIMITED', MINUTE_SECONDS);
    }
    if (inDay === alarmAt) {
      this.alarms.raiseAfter(tx, 'recipients_read_in_bulk', { actorId, inDay, perDay });
    }
  }

  /**
   * Raises the actor's limit until their current day ends; if it has ended, a new day begins. Returns when the day
   * ends.
   */
  async raise(tx: Transaction, actorId: string, perDay: number): Promise<Date> {
    const { dayBeganAt } = await raiseRecipientUse(tx, readingsOf(actorId), perDay);
    return new Date(dayBeganAt.getTime() + DAY_SECONDS * 1_000);
  }

  @RunEvery(PURGE_EVERY_MS, 'payouts.recipient_counts')
  async purgeDue(): Promise<void> {
    const dayBeganAt = Raw((column) => `${column} < clock_timestamp() - interval '1 day'`);
    await this.unitOfWork.run((tx) => tx.repository(RecipientCountEntity).delete({ dayBeganAt }));
  }
}
