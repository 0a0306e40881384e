import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { SignedDecimalScalar } from '../../../platform/graphql/scalars/signed-decimal.scalar.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Text } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { BalanceComparison, CompareBalanceRequest, CompareBalanceResult } from '../compare-balance.service.js';
import { BalanceModel, toBalanceModel } from './balance.model.js';

// A sentence or two, with the same limit as a reason.
const MAX_NOTE_LENGTH = 500;

@InputType('CompareBalanceInput', { description: 'A balance as the provider shows it.' })
export class CompareBalanceInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; by default the one from the configuration.' })
  @Id()
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { description: 'The currency of the balance.' })
  currency: CurrencyCode;

  @Field(() => SignedDecimalScalar, { description: 'The balance that the provider currently shows.' })
  providerFigure: SignedDecimalString;

  @Field(() => String, { description: 'Where you read the figure, and what explains a difference.' })
  @Text({ max: MAX_NOTE_LENGTH, code: 'NOTE_INVALID' })
  note: string;
}

export function toCompareBalanceRequest(input: CompareBalanceInput): CompareBalanceRequest {
  const { currency, providerFigure, note } = input;
  return { accountId: input.accountId ?? null, currency, providerFigure, note };
}

@ObjectType('BalanceComparison', { description: "A comparison of the provider's figure with the available amount." })
export class BalanceComparisonModel {
  @Field(() => BalanceModel, { description: 'The balance that Purser expects.' })
  balance: BalanceModel;

  @Field(() => SignedDecimalScalar, { description: "The provider's figure that the operator entered." })
  providerFigure: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: "The provider's figure minus the available amount." })
  difference: SignedDecimalString;

  @Field(() => Boolean, { description: 'Whether the two figures agree.' })
  isEqual: boolean;

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of the discrepancy, which is already closed if a person closed it with exactly these figures; null if the figures agree.',
  })
  discrepancyId: string | null;
}

@ObjectType('CompareBalancePayload', {
  description: 'The result of the comparison, and the problems with the request.',
})
export class CompareBalancePayload extends mutationPayload('CompareBalance', {
  description: 'Why a balance could not be compared.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    AMOUNT_TOO_PRECISE: 'The figure has more decimals than its currency allows.',
    NOT_FUNDED: 'There is no balance in this currency, because the balance was never funded.',
    NOTE_INVALID: 'The note is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => BalanceComparisonModel, {
    nullable: true,
    description: 'The comparison; null if the request was refused.',
  })
  comparison: BalanceComparisonModel | null;
}

export function toCompareBalancePayload({ comparison, refusal }: CompareBalanceResult): CompareBalancePayload {
  return {
    comparison: comparison && toBalanceComparisonModel(comparison),
    userErrors: toUserErrors(refusal),
  };
}

function toBalanceComparisonModel(comparison: BalanceComparison): BalanceComparisonModel {
  const { balance, providerFigure, difference, isEqual, discrepancyId } = comparison;
  const { currency } = balance;
  return {
    balance: toBalanceModel(balance),
    providerFigure: inCurrency(providerFigure, currency),
    difference: inCurrency(difference, currency),
    isEqual,
    discrepancyId,
  };
}
