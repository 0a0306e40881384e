import { ArgsType, Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../../common/currency.js';
import type { DecimalString } from '../../../../common/decimal.js';
import type { SignedDecimalString } from '../../../../common/signed-decimal.js';
import { inCurrency } from '../../../../common/text/currency-amount.js';
import { CurrencyCodeScalar } from '../../../../platform/graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../../platform/graphql/scalars/decimal.scalar.js';
import { SignedDecimalScalar } from '../../../../platform/graphql/scalars/signed-decimal.scalar.js';
import { InputWithProblems } from '../../../../platform/graphql/validation/invalid-input.js';
import { Nested, NestedList } from '../../../../platform/graphql/validation/nested.decorator.js';
import type { ApprovalReason, PayoutStatus } from '../../../core/domain/payout-status.js';
import { PayoutApprovalReasonEnum, PayoutStatusEnum } from '../../../core/graphql/payout.enum.js';
import { PayoutLimitBlockModel } from '../../../core/graphql/payout.model.js';
import { PayoutWaitModel } from '../../../core/graphql/payout-wait.model.js';
import { maskIdentifier } from '../../../../common/text/identifier-mask.js';
import { PossibleDuplicateModel, toPossibleDuplicateModel } from '../../../rules/graphql/possible-duplicate.model.js';
import { CreatePayoutInput, toCreatePayoutRequest } from '../../graphql/create-payout.input.js';
import { CreatePayoutPayload, toCreatePayoutPayload } from '../../graphql/create-payout.js';
import { MAX_PAYOUTS } from '../../graphql/many-payouts.js';
import {
  availableAfter,
  type ForeseenPayout,
  type PayoutPreview,
  type PreviewedRequest,
} from '../preview-payouts.service.js';

@InputType('PreviewPayoutsInput', { description: 'The payouts to preview.' })
export class PreviewPayoutsInput {
  @Field(() => [CreatePayoutInput], {
    description:
      'At most 200 payouts, as for `createPayout`. Each is previewed as if the payouts before it had already been created.',
  })
  @NestedList(() => CreatePayoutInput, { max: MAX_PAYOUTS })
  payouts: CreatePayoutInput[];
}

@ArgsType()
export class PreviewPayoutsArguments extends InputWithProblems<'TEXT_INVALID'> {
  @Field(() => PreviewPayoutsInput, { description: 'The payouts to preview.' })
  @Nested(() => PreviewPayoutsInput)
  input: PreviewPayoutsInput;
}

@ObjectType('ForeseenPayout', { description: 'The payout that `createPayout` would record if it were called now.' })
export class ForeseenPayoutModel {
  @Field(() => DecimalScalar, { description: 'Amount that the recipient would receive.' })
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, { description: 'Currency of the amount.' })
  currency: CurrencyCode;

  @Field(() => ID, { description: "The payout's destination; see `payoutDestinations`." })
  destination: string;

  @Field(() => String, { description: "The recipient's requisites, masked as they will be shown." })
  maskedRequisites: string;

  @Field(() => PayoutStatusEnum, {
    description: 'APPROVED, or AWAITING_APPROVAL if people must approve the payout first.',
  })
  status: PayoutStatus;

  @Field(() => PayoutApprovalReasonEnum, {
    nullable: true,
    description: 'Why the payout needs approval; null if it does not.',
  })
  approvalReason: ApprovalReason | null;

  @Field(() => Int, { description: 'Number of people who must approve the payout.' })
  approvalsNeeded: number;

  @Field(() => PayoutLimitBlockModel, {
    nullable: true,
    description: 'The limit that the payout would exceed; null if there is none.',
  })
  blockedBy: PayoutLimitBlockModel | null;

  @Field(() => [PayoutWaitModel], {
    description:
      'What would delay the payout: approvals, the gate, a limit or the balance. Empty if the payout would be sent immediately. The state of the connection to the provider is not considered.',
  })
  waitingFor: PayoutWaitModel[];

  @Field(() => SignedDecimalScalar, {
    nullable: true,
    description:
      'The expected balance before this payout, minus the payouts that are waiting to be sent, including earlier payouts in this preview; null if the balance was never funded.',
  })
  availableBefore: SignedDecimalString | null;

  @Field(() => SignedDecimalScalar, {
    nullable: true,
    description: 'The expected balance once this payout is sent, calculated like `availableBefore`.',
  })
  availableAfter: SignedDecimalString | null;

  @Field(() => [PossibleDuplicateModel], {
    description: 'The payouts that `Payout.possibleDuplicates` would show the caller.',
  })
  possibleDuplicates: PossibleDuplicateModel[];

  @Field(() => [Int], {
    description: 'Indexes of earlier payouts in this preview to the same requisites, regardless of amount.',
  })
  sameRecipientAs: number[];
}

@ObjectType('PayoutPreview', {
  description:
    'What `createPayout` would return now. Creates no payout: `payout` is one that already exists. Purser records no payout and guarantees nothing: a payout that is created in the meantime may change the result.',
})
export class PayoutPreviewModel extends CreatePayoutPayload {
  @Field(() => Int, { description: 'Index of the payout in the input, counted from 0.' })
  index: number;

  @Field(() => ForeseenPayoutModel, {
    nullable: true,
    description: 'The payout that would be recorded; null if no payout would be.',
  })
  foreseen: ForeseenPayoutModel | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Index of the earlier payout in this preview that has the same idempotency key or external id; null if there is none.',
  })
  repeats: number | null;
}

export function toPreviewedRequests(
  { input: { payouts }, problems }: PreviewPayoutsArguments,
  createdBy: string,
): PreviewedRequest[] {
  return payouts.map((payout, at) => ({
    request: toCreatePayoutRequest(payout, createdBy),
    unsound: problems
      .filter(({ field }) => field[1] === String(at))
      .map(({ field, ...problem }) => ({ ...problem, field: field.slice(2) })),
  }));
}

export function toPayoutPreviewModel(preview: PayoutPreview, index: number): PayoutPreviewModel {
  const { foreseen, repeats } = preview;
  const { payout, isRepeat, warnings, userErrors } = toCreatePayoutPayload(preview);
  return { payout, isRepeat, warnings, userErrors, index, foreseen: foreseen && toForeseenModel(foreseen), repeats };
}

function toForeseenModel(foreseen: ForeseenPayout): ForeseenPayoutModel {
  const { plan, status, approvalReason, approvalsNeeded, limit, waits, available, duplicates, earlierDuplicates } =
    foreseen;
  const { amount, currency } = plan.request;
  const shown = (balance: SignedDecimalString | null): SignedDecimalString | null =>
    balance && inCurrency(balance, currency);
  return {
    amount: inCurrency(amount, currency),
    currency,
    destination: plan.validation.destination.id,
    maskedRequisites: maskIdentifier(plan.validation.recipient.requisites),
    status,
    approvalReason,
    approvalsNeeded,
    blockedBy: limit && { limit: limit.kind, message: limit.message },
    waitingFor: [...waits],
    availableBefore: shown(available),
    availableAfter: shown(availableAfter(foreseen)),
    possibleDuplicates: duplicates.map(toPossibleDuplicateModel),
    sameRecipientAs: earlierDuplicates.map(({ index }) => index),
  };
}
