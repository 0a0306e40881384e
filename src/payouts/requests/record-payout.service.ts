import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { ApprovalReasonsService } from '../rules/approval-reasons.service.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import type { NewPayoutRow } from '../core/persistence/payout-patch.js';
import type { PayoutPaymentType } from '../../provider/profile/payout-destination.js';
import { maskIdentifier } from '../../common/text/identifier-mask.js';
import { RecipientCountsService } from '../recipients/recipient-counts.service.js';
import { RecipientVault } from '../recipients/recipient-vault.js';
import { decideRecording, type RecordingDecision } from './domain/recording-decision.js';
import type { PayoutPlan } from './payout-decisions.service.js';

type Recording = Exclude<RecordingDecision, { kind: 'guessing' }>;

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
   * Records a payout, unless its key or external id was used before or the expected balance does not cover it.
   * @throws AccessRefusedError RATE_LIMITED
   */
  async record(tx: Transaction, plan: PayoutPlan): Promise<Recording> {
    const decision = decideRecording(await this.approvalReasons.check(tx, plan.planned));
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
    };
    await this.transitions.begin(tx, row, {
      cause: 'API',
      evidence: needed.evidence,
      audit: {
        action: 'payout.created',
        before: null,
        after: { accountId: account.id, amount, currency, paymentType, approvalReason: needed.reason },
        reason: null,
      },
    });
    if (needed.reason !== null) {
      const { requisites } = recipient;
      await this.counts.countGuess(tx, { actorId: request.createdBy, requisites, payoutId: id });
    }
    return decision;
  }
}
