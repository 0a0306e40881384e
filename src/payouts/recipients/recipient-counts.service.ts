import { Injectable } from '@nestjs/common';
import { countRecipientUse, countRecipientUses } from '../../desk/personal-data/persistence/recipient-counts.sql.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AccessRefusedError } from '../../platform/graphql/request-context.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { guessLimitOf, type NamedRecipient } from './domain/recipient-guess.js';
import { RecipientVault } from './recipient-vault.js';

// A form looks up the banks for one phone number at a time. Each number costs a read at the provider, which delays
// payouts.
const BANK_LOOKUPS_PER_MINUTE = 10;

// Three previews of two hundred payouts to recipients that their maker never paid. Without a sum, many masks together
// would tell which of many people a merchant pays.
const PREVIEWED_PER_MINUTE = 600;
const PREVIEWED_PER_DAY = 3_000;

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** Limits how many recipients an actor may name to find out whom others pay, across all replicas. */
@Injectable()
export class RecipientCountsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly alarms: Alarms,
    private readonly vault: RecipientVault,
    private readonly payouts: PayoutsRepository,
  ) {}

  /**
   * Refuses a caller who tried too many similar recipients.
   * @throws AccessRefusedError RATE_LIMITED
   */
  refuseGuess(): never {
    const message = 'You named too many recipients that look alike within a minute; try again later.';
    throw new AccessRefusedError(message, 'RATE_LIMITED', MINUTE_SECONDS);
  }

  /**
   * Counts the recipient of a payout that was not sent, because the caller may have learned from this whether others
   * pay the recipient. Recipients that the caller already named in another payout do not count.
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

  /** Like `countGuess`, in a separate transaction after the payout was recorded. */
  countLater(guess: NamedRecipient & { readonly payoutId: string }): Promise<void> {
    return this.unitOfWork.run((tx) => this.countGuess(tx, guess));
  }

  /**
   * Counts the recipients of a preview that their caller never paid, as guesses and in sum, because no payout is made
   * that would cost the caller anything. The same recipient counts once a minute: a form previews what is typed.
   * @throws AccessRefusedError RATE_LIMITED
   */
  async countPreviewed(tx: Transaction, actorId: string, requisites: readonly string[]): Promise<void> {
    const hashOf = (text: string): string => this.vault.requisitesHash(text).toString('base64url');
    const byHash = new Map(requisites.map((text) => [hashOf(text), text]));
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'base64url'));
    if (hashes.length === 0) return;
    for (const paid of await this.payouts.listPaidBy(tx, actorId, hashes)) byHash.delete(paid.toString('base64url'));
    const named = [...byHash.keys()].sort();
    const uses = await countRecipientUses(
      tx,
      named.map((hash) => `preview ${actorId} ${hash}`),
    );
    const fresh = named.filter((_, at) => uses[at]?.inMinute === 1).map((hash) => byHash.get(hash) ?? '');
    await this.countGuesses(tx, actorId, fresh);
    const sums = await countRecipientUses(
      tx,
      fresh.map(() => `previews ${actorId}`),
    );
    const { inMinute, inDay } = sums.at(-1) ?? { inMinute: 0, inDay: 0 };
    if (inMinute <= PREVIEWED_PER_MINUTE && inDay <= PREVIEWED_PER_DAY) return;
    const [most, period] =
      inDay > PREVIEWED_PER_DAY ? [PREVIEWED_PER_DAY, 'a day'] : [PREVIEWED_PER_MINUTE, 'a minute'];
    const message = `You previewed payouts to ${most} recipients whom you never paid within ${period}; try again later.`;
    throw new AccessRefusedError(message, 'RATE_LIMITED', inDay > PREVIEWED_PER_DAY ? DAY_SECONDS : MINUTE_SECONDS);
  }

  private async countGuesses(tx: Transaction, actorId: string, requisites: readonly string[]): Promise<void> {
    const limits = requisites.map((text) => guessLimitOf({ actorId, requisites: text }));
    limits.sort((one, other) => (one.name < other.name ? -1 : 1));
    const counts = await countRecipientUses(
      tx,
      limits.map(({ name }) => name),
    );
    const isAt = (beyond: number): boolean =>
      counts.some(({ inMinute }, at) => inMinute === (limits[at]?.perMinute ?? 0) + beyond);
    // A preview that is refused here reveals nothing and counts nothing.
    if (isAt(1)) this.refuseGuess();
    if (isAt(0))
      this.alarms.raiseAfter(tx, 'recipients_probed', {
        actorId,
        inMinute: Math.max(...counts.map((one) => one.inMinute)),
      });
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
      // Throwing rolls both counts back, so numbers over the limit leave no rows.
      if (inMinute <= BANK_LOOKUPS_PER_MINUTE) return;
      const message = `You looked up the banks of ${BANK_LOOKUPS_PER_MINUTE} numbers within a minute; try again later.`;
      throw new AccessRefusedError(message, 'RATE_LIMITED', MINUTE_SECONDS);
    });
  }
}
