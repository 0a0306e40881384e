import { Injectable } from '@nestjs/common';
import { In, MoreThan, Raw } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import { changeUnlocked, type UnlockedRows } from '../../../platform/scheduling/persistence/claim-due-rows.sql.js';
import type { CardCount } from '../domain/card-limit.js';
import type { CardSubject } from '../domain/card-subject.js';
import { CardCountEntity } from './card-count.entity.js';
import { CountedCardEntity } from './counted-card.entity.js';

export interface LockedCount extends CardCount {
  /** No cards are sent until this time; null if there is no block. */
  readonly blockedUntil: Date | null;
}

export interface BlockedCount extends CardCount {
  readonly blockedUntil: Date;
}

// Locks rows in the order of their names, so that two cards with two subjects in common cannot deadlock. Uses the clock
// instead of now(), because a transaction that waited for the lock began before the one that it waited for.
const LOCK = `
  INSERT INTO card_counts AS known (subject)
  SELECT asked.subject FROM unnest($1::text[]) AS asked (subject) ORDER BY asked.subject
  ON CONFLICT ON CONSTRAINT pk_card_counts DO UPDATE SET (cards, paid, declined, counted_since) = (
    SELECT known.cards >> least(halvings, 31), known.paid >> least(halvings, 31), known.declined >> least(halvings, 31),
      known.counted_since + halvings * make_interval(secs => $2::double precision)
    FROM (SELECT greatest(0, floor(
      extract(epoch FROM clock_timestamp() - known.counted_since) / $2::double precision))::integer AS halvings) AS passed)
  RETURNING subject, cards, paid, declined,
    CASE WHEN blocked_until > clock_timestamp() THEN blocked_until END AS "blockedUntil"`;

const OLD_COUNTS: UnlockedRows = {
  change: 'DELETE FROM card_counts',
  among: `SELECT subject FROM card_counts WHERE counted_since < now() - make_interval(secs => $1::double precision)
    ORDER BY counted_since`,
  key: 'subject',
};

const OLD_CARDS: UnlockedRows = {
  change: 'DELETE FROM counted_cards',
  among: `SELECT order_id FROM counted_cards WHERE counted_at < now() - make_interval(secs => $1::double precision)
    ORDER BY counted_at`,
  key: 'order_id',
};

/**
 * Counts cards. A transaction locks these rows last, after those of the order and the session. Written in SQL, because
 * an upsert must halve counts and lock them in a fixed order.
 */
@Injectable()
export class CardCountsRepository {
  /**
   * Locks the subjects' counts until the transaction ends. Counts are halved for each window that has passed, so that a
   * good history keeps some weight, and nobody can use a limit twice around the end of a window.
   */
  lock(tx: Transaction, subjects: readonly CardSubject[], windowSeconds: number): Promise<LockedCount[]> {
    return tx.query<LockedCount>(LOCK, [subjects, windowSeconds]);
  }

  /** Counts a card for locked subjects, and stores the subjects until the card has an outcome. */
  async addCard(tx: Transaction, orderId: string, subjects: readonly CardSubject[]): Promise<void> {
    await tx.repository(CountedCardEntity).insert({ orderId, subjects: [...subjects] });
    await tx.repository(CardCountEntity).increment({ subject: In(subjects) }, 'cards', 1);
  }

  /** Removes the stored card of an order. Returns its subjects, or null if the card already has an outcome. */
  async takeCard(tx: Transaction, orderId: string): Promise<CardSubject[] | null> {
    const taken = tx.repository(CountedCardEntity).createQueryBuilder().delete().where({ orderId });
    const result = await taken.returning('subjects').execute();
    return (result.raw as Pick<CountedCardEntity, 'subjects'>[])[0]?.subjects ?? null;
  }

  async addEnd(tx: Transaction, subjects: readonly CardSubject[], end: 'paid' | 'declined'): Promise<void> {
    await tx.repository(CardCountEntity).increment({ subject: In(subjects) }, end, 1);
  }

  /** Takes back the count of a card that was not tried, unless it has been halved to nothing already. */
  async giveCardBack(tx: Transaction, subjects: readonly CardSubject[]): Promise<void> {
    await tx.repository(CardCountEntity).decrement({ subject: In(subjects), cards: MoreThan(0) }, 'cards', 1);
  }

  async block(tx: Transaction, subjects: readonly CardSubject[], seconds: number): Promise<Date> {
    const blockedUntil = () => `clock_timestamp() + make_interval(secs => ${seconds})`;
    const update = tx.repository(CardCountEntity).createQueryBuilder().update({ blockedUntil });
    const result = await update
      .where({ subject: In(subjects) })
      .returning('blocked_until AS until')
      .execute();
    const [blocked] = result.raw as { until: Date }[];
    if (!blocked) throw new Error('Counts of cards vanished while they were locked');
    return blocked.until;
  }

  /** Deletes the row of a blocked subject. Returns its counts, or null if the subject is not blocked. */
  async unblock(tx: Transaction, subject: CardSubject): Promise<BlockedCount | null> {
    const isBlocked = { subject, blockedUntil: Raw((column) => `${column} > clock_timestamp()`) };
    const unblocked = tx.repository(CardCountEntity).createQueryBuilder().delete().where(isBlocked);
    const columns = 'subject, cards, paid, declined, blocked_until AS "blockedUntil"';
    const result = await unblocked.returning(columns).execute();
    return (result.raw as BlockedCount[])[0] ?? null;
  }

  async purge(
    tx: Transaction,
    { seconds, limit }: { readonly seconds: number; readonly limit: number },
  ): Promise<number> {
    const old = { parameters: [seconds], limit };
    return Math.max(await changeUnlocked(tx, OLD_COUNTS, old), await changeUnlocked(tx, OLD_CARDS, old));
  }
}
