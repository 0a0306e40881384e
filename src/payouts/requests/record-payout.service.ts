import { Injectable } from '@nestjs/common';
import type { AccountEntity } from '../../desk/accounts/persistence/account.entity.js';
import type { FieldFingerprint } from '../../common/field-fingerprint.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { ApprovalReasonsService } from '../rules/approval-reasons.service.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import type { NewPayoutRow } from '../core/persistence/payout-patch.js';
import type { PayoutPaymentType } from '../../provider/profile/payout-destination.js';
import type { PayoutValidation } from '../destinations/payout-validation.js';
import { recipientFingerprint } from '../destinations/recipient-fingerprint.js';
import { maskIdentifier } from '../../common/text/identifier-mask.js';
import { guessLimitOf } from '../recipients/domain/recipient-guess.js';
import { RecipientCountsService } from '../recipients/recipient-counts.service.js';
import { RecipientVault } from '../recipients/recipient-vault.js';
import type { CreatePayoutRequest } from './graphql/create-payout.input.js';

export type RecordingResult =
  | { readonly kind: 'new' }
  /** A payout already has the idempotency key or the external id. */
  | { readonly kind: 'exists' }
  /** `available` is the balance minus the waiting payouts. */
  | { readonly kind: 'not_covered'; readonly available: string | null };

export type PassedValidation = Extract<PayoutValidation, { ok: true }>;

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
  async noteUnsent(payoutId: string, { createdBy }: CreatePayoutRequest, validation: PassedValidation): Promise<void> {
    const { requisites } = validation.recipient;
    await this.counts.countLater({ actorId: createdBy, requisites, payoutId });
  }

  /** Records a payout, unless its key or external id was used before or the expected balance does not cover it. */
  async record(
    tx: Transaction,
    payout: {
      readonly id: string;
      readonly account: AccountEntity;
      readonly request: CreatePayoutRequest;
      readonly validation: PassedValidation;
      readonly fingerprint: FieldFingerprint;
    },
  ): Promise<RecordingResult> {
    const { id, account, request, validation, fingerprint } = payout;
    const { recipient, destination } = validation;
    const recipientHash = this.vault.recipientHash(recipientFingerprint(recipient));
    const { recipient: _recipient, ...asked } = request;
    const { idempotencyKey, amount, currency, paymentType, externalId, allowsSharedExternalId } = asked;
    const unsharedExternalId = allowsSharedExternalId ? null : externalId;
    const named = { actorId: request.createdBy, requisites: recipient.requisites };
    const checks = await this.approvalReasons.check(tx, {
      ...{ id, accountId: account.id, amount, currency, recipientHash },
      requisitesHashes: this.vault.comparableHashes(recipient, request),
      ...{ idempotencyKey, unsharedExternalId, guesses: guessLimitOf(named) },
    });
    const { isKeyUsed, isExternalIdTaken, isCovered, available, needed } = checks;
    // Checked first: a repeated request must not be taken for a possible duplicate of itself, and the first one may
    // have used up the balance.
    if (isKeyUsed || isExternalIdTaken) return { kind: 'exists' };
    this.counts.assertNoGuessing(checks);
    if (!isCovered) return { kind: 'not_covered', available };
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
    if (needed.reason !== null) await this.counts.countGuess(tx, { ...named, payoutId: id });
    return { kind: 'new' };
  }
}
