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

@InputType('CompareBalanceInput', { description: "The provider's own figure of a balance." })
export class CompareBalanceInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; by default the configured one.' })
  @Id()
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { description: 'The currency of the balance.' })
  currency: CurrencyCode;

  @Field(() => SignedDecimalScalar, { description: 'The balance that the provider shows now.' })
  providerFigure: SignedDecimalString;

  @Field(() => String, { description: 'Where the figure was read, and what explains it.' })
  @Text({ max: MAX_NOTE_LENGTH, code: 'NOTE_INVALID' })
  note: string;
}

export function toCompareBalanceRequest(input: CompareBalanceInput): CompareBalanceRequest {
  const { currency, providerFigure, note } = input;
  return { accountId: input.accountId ?? null, currency, providerFigure, note };
}

@ObjectType('BalanceComparison', { description: "The provider's figure compared with the available amount." })
export class BalanceComparisonModel {
  @Field(() => BalanceModel, { description: 'The balance as Purser expects it.' })
  balance: BalanceModel;

  @Field(() => SignedDecimalScalar, { description: 'The figure that was entered.' })
  providerFigure: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: "The provider's figure minus the available amount." })
  difference: SignedDecimalString;

  @Field(() => Boolean, { description: 'Whether both agree.' })
  isEqual: boolean;

  @Field(() => ID, {
    nullable: true,
    description: 'The discrepancy, a closed one if a person closed it with exactly these figures; null if both agree.',
  })
  discrepancyId: string | null;
}

@ObjectType('CompareBalancePayload', {
  description: 'The comparison of the figures, and the problems with the request.',
})
export class CompareBalancePayload extends mutationPayload('CompareBalance', {
  description: 'Why a balance was not compared.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    AMOUNT_TOO_PRECISE: 'The figure has more decimals than its currency.',
    NOT_FUNDED: 'There is no balance in this currency, because it was never funded.',
    NOTE_INVALID: 'The note is empty, too long or unprintable, or holds a card number.',
  },
}) {
  @Field(() => BalanceComparisonModel, { nullable: true, description: 'The comparison; null if refused.' })
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
