import { Injectable } from '@nestjs/common';
import { countRecipientUse } from '../../desk/personal-data/persistence/recipient-counts.sql.js';
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

const MINUTE_SECONDS = 60;

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
   * Counts a phone number for which an actor looks up the banks. The same number counts only once a minute.
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
