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
      'At most 200 payouts, as `createPayout` takes them. Each is previewed as if those before it had been created.',
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

@ObjectType('ForeseenPayout', { description: 'The payout that `createPayout` would record now.' })
export class ForeseenPayoutModel {
  @Field(() => DecimalScalar, { description: 'Amount that the recipient would get.' })
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, { description: 'Currency of the amount.' })
  currency: CurrencyCode;

  @Field(() => ID, { description: 'Its destination; see `payoutDestinations`.' })
  destination: string;

  @Field(() => String, { description: 'The requisites of its recipient, masked as they will be shown.' })
  maskedRequisites: string;

  @Field(() => PayoutStatusEnum, { description: 'APPROVED, or AWAITING_APPROVAL if people must approve it first.' })
  status: PayoutStatus;

  @Field(() => PayoutApprovalReasonEnum, { nullable: true, description: 'Why it needs approval; null if it does not.' })
  approvalReason: ApprovalReason | null;

  @Field(() => Int, { description: 'Number of people who must approve it.' })
  approvalsNeeded: number;

  @Field(() => PayoutLimitBlockModel, {
    nullable: true,
    description: 'The limit that leaves no room for it; null for none.',
  })
  blockedBy: PayoutLimitBlockModel | null;

  @Field(() => [PayoutWaitModel], {
    description:
      'What would delay it: approvals, the gate, a limit or the balance. Empty if it would be sent at once. The state of the connection to the provider is left out.',
  })
  waitingFor: PayoutWaitModel[];

  @Field(() => SignedDecimalScalar, {
    nullable: true,
    description:
      'The expected balance without it, less the payouts that wait to be sent, earlier ones of this preview included; null if the balance was never funded.',
  })
  availableBefore: SignedDecimalString | null;

  @Field(() => SignedDecimalScalar, { nullable: true, description: 'The same once it is sent.' })
  availableAfter: SignedDecimalString | null;

  @Field(() => [PossibleDuplicateModel], {
    description: 'Payouts that its `possibleDuplicates` would show the caller.',
  })
  possibleDuplicates: PossibleDuplicateModel[];

  @Field(() => [Int], {
    description: 'Indexes of earlier payouts of this preview to the same requisites, whatever their amount.',
  })
  sameRecipientAs: number[];
}

@ObjectType('PayoutPreview', {
  description:
    'What `createPayout` would answer now, without a new payout: `payout` is one that exists already. Nothing is written, and nothing is promised: a payout made meanwhile may change the answer.',
})
export class PayoutPreviewModel extends CreatePayoutPayload {
  @Field(() => Int, { description: 'Place of the payout in the input, from 0.' })
  index: number;

  @Field(() => ForeseenPayoutModel, {
    nullable: true,
    description: 'The payout that would be recorded; null if none would.',
  })
  foreseen: ForeseenPayoutModel | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Index of the earlier payout of this preview that has its idempotency key or external id.',
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
