import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import type { Facts } from '../../desk/audit/audit-entry.js';
import { inCurrency } from '../../common/text/currency-amount.js';
import { AuditEntryEntity } from '../../desk/audit/persistence/audit-entry.entity.js';
import { compareDecimals, type DecimalString } from '../../common/decimal.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { PayoutProblem, PayoutProblemCode } from '../destinations/payout-problem.js';
import { validatePayout } from '../destinations/payout-validation.js';
import { IDENTIFYING_FIELDS, recipientFingerprint } from '../destinations/recipient-fingerprint.js';
import type { Recipient, RecipientInput } from '../destinations/recipient.js';
import { maskIdentifier } from '../../common/text/identifier-mask.js';
import { ApprovalReasonsService } from '../rules/approval-reasons.service.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import { PayoutApprovalsRepository } from '../rules/persistence/payout-approvals.repository.js';
import { toContentText } from '../core/domain/content-text.js';
import { CALLER_FIRST_SECONDS } from '../core/persistence/payout-patch.js';
import { insufficientBalance } from './domain/insufficient-balance.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { TRY_AGAIN } from '../core/payout-operation-result.js';
import { guessLimitOf } from '../recipients/domain/recipient-guess.js';
import { RecipientCountsService } from '../recipients/recipient-counts.service.js';
import { RecipientVault } from '../recipients/recipient-vault.js';
import { SubmitPayoutService } from '../submission/submit-payout.service.js';
import type { Refusal } from '../../common/refusal.js';
import { correctRecipient } from '../destinations/recipient.js';
import { PAYOUT_CHANGED } from './domain/content-change.js';
import { changeRefusal } from './domain/request-rules.js';

export type ChangePayoutRefusalCode =
  | 'RECIPIENT_UNREADABLE'
  | PayoutProblemCode
  | 'PAYOUT_NOT_FOUND'
  | 'NOT_CHANGEABLE'
  | 'RECIPIENT_CHANGED_TOO_OFTEN'
  | 'INSUFFICIENT_BALANCE'
  | 'TRY_AGAIN';

/** The changes to make: a field that is undefined stays, and one that is null is removed. */
export interface ChangePayoutRequest {
  readonly payoutId: string;
  readonly amount: DecimalString | undefined;
  readonly note: string | null | undefined;
  readonly recipient: RecipientInput;
  readonly actorId: string;
}

export interface ChangePayoutResult {
  readonly payout: PayoutEntity | null;
  readonly refusals: readonly Refusal<ChangePayoutRefusalCode>[];
}

// Enough for someone who mistypes a number. With more changes, the payout could be used to find out which recipients
// others pay.
const MAX_RECIPIENT_CHANGES = 5;

const WHERE_MONEY_GOES = IDENTIFYING_FIELDS.map((name) => `recipient.${name}`);

/**
 * Changes payouts before anything was sent. A changed payout is validated like a new one, and must be approved again by
 * people who neither created nor changed it.
 */
@Injectable()
export class ChangePayoutService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly approvals: PayoutApprovalsRepository,
    private readonly approvalReasons: ApprovalReasonsService,
    private readonly vault: RecipientVault,
    private readonly submission: SubmitPayoutService,
    private readonly transitions: PayoutTransitions,
    private readonly counts: RecipientCountsService,
  ) {}

  /**
   * Changes a payout.
   * @param unsound problems that were already found in single fields
   */
  async change(request: ChangePayoutRequest, unsound: readonly PayoutProblem[]): Promise<ChangePayoutResult> {
    const busy: readonly Refusal<ChangePayoutRefusalCode>[] = [{ ...TRY_AGAIN, field: null }];
    const refusals = await this.unitOfWork.runUnlessBusy(busy, (tx) => this.apply(tx, request, unsound));
    if (refusals.length === 0) {
      const changed = await this.payouts.findById(request.payoutId);
      if (changed?.submissionState === 'APPROVED') await this.submission.submitNow(changed);
    }
    return { payout: await this.payouts.findById(request.payoutId), refusals };
  }

  private async apply(
    tx: Transaction,
    request: ChangePayoutRequest,
    unsound: readonly PayoutProblem[],
  ): Promise<Refusal<ChangePayoutRefusalCode>[]> {
    const payout = await this.payouts.findForUpdate(tx, request.payoutId);
    if (!payout) return refused('PAYOUT_NOT_FOUND', 'There is no payout with this id.');
    const problem = changeRefusal(payout);
    if (problem) return refused(problem.code, problem.message);
    const before = this.vault.openIfReadable(payout);
    if (!before)
      return refused(
        'RECIPIENT_UNREADABLE',
        'The recipient cannot be decrypted; withdraw the payout, and make a new one.',
      );

    const amount = request.amount ?? payout.amount;
    const note = request.note === undefined ? payout.note : request.note;
    const { currency, paymentType, serviceId } = payout;
    const recipient = correctRecipient(before, request.recipient);
    const content = { amount, currency, paymentType, serviceId, recipient };
    const validation = validatePayout(content, this.vault.serviceRules);
    const problems = [...unsound, ...(validation.ok ? [] : validation.problems)];
    if (!validation.ok || problems.length > 0) return problems;
    return this.write(tx, { payout, amount, note, recipient: validation.recipient, before, actorId: request.actorId });
  }

  private async write(
    tx: Transaction,
    change: {
      readonly payout: PayoutEntity;
      readonly amount: DecimalString;
      readonly note: string | null;
      readonly recipient: Recipient;
      readonly before: Recipient;
      readonly actorId: string;
    },
  ): Promise<Refusal<ChangePayoutRefusalCode>[]> {
    const { payout, amount, note, recipient, before, actorId } = change;
    const { id, accountId, currency, paymentType, serviceId, reference } = payout;
    const recipientHash = this.vault.recipientHash(recipientFingerprint(recipient));
    const sent = { accountId, amount, currency, paymentType, serviceId, note, reference, recipient };
    const content = { payoutId: id, ...sent };
    const contentHash = this.vault.contentHash(content);
    // Returns if nothing that approvals cover has changed. The old content is hashed again, because an older stored
    // hash may lack the payout's id.
    const contentBefore = { ...content, amount: payout.amount, note: payout.note, recipient: before };
    if (contentHash.equals(this.vault.contentHash(contentBefore))) return [];
    const isAnother = !payout.recipientHash?.equals(recipientHash);
    if (isAnother && (await this.countRecipientChanges(tx, id)) >= MAX_RECIPIENT_CHANGES) return changedTooOften();
    const named = { actorId, requisites: recipient.requisites };
    const planned = {
      ...{ id, accountId, amount, currency, recipientHash },
      requisitesHashes: this.vault.comparableHashes(recipient, payout),
      ...{ idempotencyKey: null, unsharedExternalId: null, guesses: isAnother ? guessLimitOf(named) : null },
      rootId: null,
    };
    const { isGuessing, isCovered, available, needed } = await this.approvalReasons.check(tx, planned);
    if (isGuessing) this.counts.refuseGuess();
    // A payout that needs no more money than before may stay uncovered.
    if (!isCovered && compareDecimals(amount, payout.amount) > 0) {
      return [insufficientBalance({ currency, available, needed: amount }, 'nothing was changed')];
    }
    await this.approvals.voidAll(tx, id, 'CHANGED');
    const isSendable = needed.reason === null;
    const to = isSendable ? 'APPROVED' : 'AWAITING_APPROVAL';
    await this.transitions.move(tx, payout, {
      to,
      patch: {
        amount,
        note,
        sealedRecipient: this.vault.seal(recipient, id),
        maskedRequisites: maskIdentifier(recipient.requisites),
        recipientHash,
        requisitesHash: this.vault.requisitesHash(recipient.requisites),
        userIdHash: this.vault.userIdHash(recipient.userId),
        contentHash,
        approvedHash: isSendable ? contentHash : null,
        approvalReason: needed.reason,
        approvalsNeeded: needed.approvalsNeeded,
        editedBy: payout.editedBy.includes(actorId) ? payout.editedBy : [...payout.editedBy, actorId],
        nextAttemptSeconds: isSendable ? CALLER_FIRST_SECONDS : null,
        blockedBy: null,
        problem: null,
      },
      cause: 'OPERATOR',
      evidence: { ...needed.evidence, actorId },
      audit: {
        action: PAYOUT_CHANGED,
        before: factsOf({
          amount: inCurrency(payout.amount, payout.currency),
          requisites: before.requisites,
          status: payout.status,
        }),
        after: {
          ...factsOf({ amount: inCurrency(amount, payout.currency), requisites: recipient.requisites, status: to }),
          changed: changedFields(change),
          approvalsNeeded: needed.approvalsNeeded,
          contentHash: toContentText(contentHash),
        },
        reason: null,
      },
    });
    // Counted in every status, so that five changes to one payout cannot bypass the limit on guesses.
    if (isAnother) await this.counts.countGuess(tx, { ...named, payoutId: id });
    return [];
  }

  private countRecipientChanges(tx: Transaction, payoutId: string): Promise<number> {
    const after = Raw((column) => `jsonb_exists_any(${column} -> 'changed', :fields)`, { fields: WHERE_MONEY_GOES });
    return tx.repository(AuditEntryEntity).countBy({ action: PAYOUT_CHANGED, subjectId: payoutId, after });
  }
}

/** Returns facts without personal data: the requisites are masked. */
function factsOf(content: { readonly amount: string; readonly requisites: string; readonly status: string }): Facts {
  return { ...content, requisites: maskIdentifier(content.requisites) };
}

function changedFields(change: {
  readonly payout: PayoutEntity;
  readonly amount: DecimalString;
  readonly note: string | null;
  readonly recipient: Recipient;
  readonly before: Recipient;
}): string[] {
  const { payout, amount, note, recipient, before } = change;
  const fields = (Object.keys(recipient) as (keyof Recipient)[]).filter((name) => recipient[name] !== before[name]);
  return [
    ...(amount === payout.amount ? [] : ['amount']),
    ...(note === payout.note ? [] : ['note']),
    ...fields.map((name) => `recipient.${name}`),
  ];
}

function changedTooOften(): Refusal<ChangePayoutRefusalCode>[] {
  const message = `The recipient was changed ${MAX_RECIPIENT_CHANGES} times; withdraw the payout and create another.`;
  return [{ code: 'RECIPIENT_CHANGED_TOO_OFTEN', field: ['recipient', 'requisites'], message }];
}

function refused(code: ChangePayoutRefusalCode, message: string): Refusal<ChangePayoutRefusalCode>[] {
  return [{ code, field: ['payoutId'], message }];
}
