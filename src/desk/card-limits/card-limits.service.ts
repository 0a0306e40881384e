import { Injectable } from '@nestjs/common';
import type { CardMask } from '../../common/text/card-number.js';
import { Config } from '../../platform/config/config.js';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { currentRequest } from '../../platform/graphql/current-request.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { isOverLimit } from './domain/card-limit.js';
import {
  binSubject,
  type CardPayer,
  CARD_SUBJECT_KINDS,
  type CardSubject,
  type CardSubjectKind,
  kindOf,
  payerSubjects,
} from './domain/card-subject.js';
import { CardCountsRepository, type LockedCount } from './persistence/card-counts.sql.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';

// Once a minute is enough: rows are deleted when they are many windows old, and a window lasts at least a minute.
const PURGE_EVERY_MS = 60_000;

export interface CardBlock {
  readonly code: 'TOO_MANY_CARDS';
  readonly field: readonly string[];
  readonly message: string;
  readonly retryAt: Date;
}

/**
 * How a counted card ended. `not_tried` means that it provably was not sent, or that the provider refused the request
 * for a reason other than the card.
 */
export type CardEnd = 'paid' | 'declined' | 'not_tried';

// 128 bits, so that two payers practically never share a hash. Without the key nobody can find the payer behind a hash.
const HASH_BYTES = 16;

// Counts are halved with each window. After eight more windows even 256 cards have become one.
const KEPT_WINDOWS = 9;

// A row has a hundred bytes, so deleting a batch takes milliseconds.
const PURGE_BATCH_SIZE = 1_000;

const WHOSE: Readonly<Record<CardSubjectKind, string>> = {
  email: 'this e-mail address',
  network: "the payer's network",
  bin: 'cards with these first six digits',
  key: 'this API key',
};

/**
 * Prevents attackers from testing cards. Cards are counted before they are sent: by payer, by their first six digits
 * and by caller. Once a limit is exceeded, no card is sent for one window. Only the first six digits of a card are
 * stored, so the same card counts each time it is used.
 */
@Injectable()
export class CardLimitsService {
  readonly #countRefused: (by: CardSubjectKind) => void;

  constructor(
    private readonly config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly counts: CardCountsRepository,
    private readonly alarms: Alarms,
    registry: MetricsRegistry,
  ) {
    this.#countRefused = registry.counterOf({
      name: 'purser_cards_refused_total',
      help: 'Cards that were not sent because too many had been, by whose they were.',
      label: 'by',
      values: CARD_SUBJECT_KINDS,
    });
  }

  payerOf(payer: CardPayer): CardSubject[] {
    return payerSubjects(payer, (value) =>
      this.cipher.keyedHash('card-payer', value).subarray(0, HASH_BYTES).toString('base64url'),
    );
  }

  /**
   * Counts the card of an order before it is sent. The rows stay locked until the transaction ends, so that replicas
   * cannot exceed a limit together. Commit before sending the card.
   * @returns null if the card may be sent; otherwise nothing was counted, but the transaction should still be committed
   */
  async count(
    tx: Transaction,
    card: {
      readonly orderId: string;
      readonly accountId: string;
      readonly payer: readonly CardSubject[];
      readonly mask: CardMask;
    },
  ): Promise<CardBlock | null> {
    const caller = currentRequest()?.caller;
    const subjects: CardSubject[] = [
      ...card.payer,
      binSubject(card.mask.maskedNumber),
      ...(caller ? ([`key:${caller.id}`] as const) : []),
    ];
    const locked = await this.counts.lock(tx, subjects, this.windowSeconds);
    const blocked = locked.filter(({ blockedUntil }) => blockedUntil !== null);
    const exceeded = locked.filter((one) => one.blockedUntil === null && isOverLimit(one, this.config.cards.limits));
    const [first] = [...blocked, ...exceeded];
    if (!first) {
      await this.counts.addCard(tx, card.orderId, subjects);
      return null;
    }
    const ends = blocked.map(({ blockedUntil }) => blockedUntil?.getTime() ?? 0);
    if (exceeded.length > 0) ends.push((await this.block(tx, card.accountId, exceeded)).getTime());
    const kind = kindOf(first.subject);
    tx.afterCommit(() => {
      this.#countRefused(kind);
    });
    const retryAt = new Date(Math.max(...ends));
    const message =
      `The card was not sent: too many for ${WHOSE[kind]} were not paid. ` +
      `Send it again after ${retryAt.toISOString()}, or pay in another way.`;
    return { code: 'TOO_MANY_CARDS', field: ['card'], message, retryAt };
  }

  /** Records the outcome of an order's card, in the transaction that ends the order. Counts each card once. */
  async recordEnd(tx: Transaction, orderId: string, end: CardEnd): Promise<void> {
    const subjects = await this.counts.takeCard(tx, orderId);
    if (!subjects) return;
    await this.counts.lock(tx, subjects, this.windowSeconds);
    if (end === 'not_tried') await this.counts.giveCardBack(tx, subjects);
    else await this.counts.addEnd(tx, subjects, end);
  }

  @RunEvery(PURGE_EVERY_MS, 'card-limits.purge')
  async purgeDue(): Promise<{ readonly more: boolean }> {
    const seconds = KEPT_WINDOWS * this.windowSeconds;
    const purged = await this.unitOfWork.run((tx) => this.counts.purge(tx, { seconds, limit: PURGE_BATCH_SIZE }));
    return { more: purged === PURGE_BATCH_SIZE };
  }

  private async block(tx: Transaction, accountId: string, exceeded: readonly LockedCount[]): Promise<Date> {
    const subjects = exceeded.map(({ subject }) => subject);
    const until = await this.counts.block(tx, subjects, this.windowSeconds);
    for (const { subject, cards, paid, declined } of exceeded) {
      const details = { subject, accountId, cards, paid, declined, until: until.toISOString() };
      this.alarms.raiseAfter(tx, 'cards_blocked', details);
    }
    return until;
  }

  private get windowSeconds(): number {
    return this.config.cards.windowMinutes * 60;
  }
}
