import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { ApprovalReasonsService } from '../rules/approval-reasons.service.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import type { NewPayoutRow } from '../core/persistence/payout-patch.js';
import type { PayoutPaymentType } from '../../provider/profile/payout-destination.js';
import { maskIdentifier } from '../../common/text/identifier-mask.js';
import { RecipientCountsService } from '../recipients/recipient-counts.service.js';
import { RecipientVault } from '../recipients/recipient-vault.js';
import { PayoutRepeatsRepository, type RepeatFamily } from '../core/persistence/payout-repeats.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { repeatRefusal } from './domain/repeat-rules.js';
import { decideRecording, type RecordingDecision } from './domain/recording-decision.js';
import type { PayoutPlan } from './payout-decisions.service.js';

type Recording =
  | Exclude<RecordingDecision, { kind: 'guessing' }>
  /** The payout that it repeats can no longer be paid again. */
  | { readonly kind: 'overtaken' };

/**
 * Records new payouts, either approved or with the reason why they need approval. `CreatePayoutService` calls it inside
 * its transaction.
 */
@Injectable()
export class RecordPayoutService {
  constructor(
    private readonly vault: RecipientVault,
    private readonly approvalReasons: ApprovalReasonsService,
    private readonly transitions: PayoutTransitions,
    private readonly counts: RecipientCountsService,
    private readonly repeats: PayoutRepeatsRepository,
  ) {}

  /**
   * Counts the recipient of a payout that was recorded but not sent. For payouts that wait for approval, `record` has
   * already counted the recipient.
   */
  async noteUnsent({ request, validation, planned }: PayoutPlan): Promise<void> {
    const { requisites } = validation.recipient;
    await this.counts.countLater({ actorId: request.createdBy, requisites, payoutId: planned.id });
  }

  /**
   * Records the payout, unless its key or external id was used, the expected balance does not cover it, or the payout
   * that it repeats was or may be paid.
   * @throws AccessRefusedError RATE_LIMITED
   */
  async record(tx: Transaction, plan: PayoutPlan): Promise<Recording> {
    const repeated = plan.repeatedId === null ? null : await this.lockRepeated(tx, plan.repeatedId);
    if (repeated === 'overtaken') return { kind: 'overtaken' };
    const planned = { ...plan.planned, rootId: repeated?.family.rootId ?? null };
    const decision = decideRecording(await this.approvalReasons.check(tx, planned));
    if (decision.kind === 'guessing') this.counts.refuseGuess();
    if (decision.kind !== 'new') return decision;
    const { needed } = decision;
    const { account, request, validation, fingerprint } = plan;
    const { id, recipientHash } = plan.planned;
    const { recipient, destination } = validation;
    const { recipient: _recipient, ...asked } = request;
    const { amount, currency, paymentType } = asked;
    const row: NewPayoutRow = {
      ...asked,
      id,
      accountId: account.id,
      requestFingerprint: fingerprint,
      destination: destination.id,
      // The validation found a destination for it, so it is a known payment type.
      paymentType: paymentType as PayoutPaymentType,
      sealedRecipient: this.vault.seal(recipient, id),
      maskedRequisites: maskIdentifier(recipient.requisites),
      recipientHash,
      requisitesHash: this.vault.requisitesHash(recipient.requisites),
      userIdHash: this.vault.userIdHash(recipient.userId),
      contentHash: this.vault.contentHash({ ...request, payoutId: id, accountId: account.id, recipient }),
      approvalReason: needed.reason,
      approvalsNeeded: needed.approvalsNeeded,
      // Whoever chose the recipient does not approve the payout.
      editedBy: repeated ? makersOf(repeated.payout).filter((maker) => maker !== request.createdBy) : [],
    };
    if (repeated) {
      await this.repeats.insert(tx, repeated.family, { repeatId: id, payoutId: repeated.payout.id });
    }
    await this.transitions.begin(tx, row, {
      cause: 'API',
      evidence: { ...needed.evidence, ...(repeated && { repeatOf: repeated.payout.id }) },
      audit: {
        action: 'payout.created',
        before: null,
        after: {
          ...{ accountId: account.id, amount, currency, paymentType, approvalReason: needed.reason },
          ...(repeated && { repeatOf: repeated.payout.id }),
        },
        reason: null,
      },
    });
    if (needed.reason !== null) {
      const { requisites } = recipient;
      await this.counts.countGuess(tx, { actorId: request.createdBy, requisites, payoutId: id });
    }
    return decision;
  }

  /** Locks the payout that is to be paid again, and all that pay the same. */
  private async lockRepeated(
    tx: Transaction,
    id: string,
  ): Promise<{ readonly payout: PayoutEntity; readonly family: RepeatFamily } | 'overtaken'> {
    const family = await this.repeats.lockFamily(tx, id);
    const payout = family.members.find((member) => member.id === id);
    const others = family.members.filter((member) => member.id !== id);
    if (!payout || repeatRefusal(payout, others) !== null) return 'overtaken';
    return { payout, family };
  }
}

function makersOf({ createdBy, editedBy }: PayoutEntity): string[] {
  return [...new Set([createdBy, ...editedBy])];
}
