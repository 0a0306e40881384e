import { Field, ObjectType } from '@nestjs/graphql';
import type { SignedDecimalString } from '../../common/signed-decimal.js';
import { SignedDecimalScalar } from '../../graphql/scalars/signed-decimal.scalar.js';
import { mutationPayload, toUserErrors } from '../../graphql/user-error.model.js';
import type { CompareBalanceResult } from '../compare-balance.service.js';
import { BalanceModel, toBalanceModel } from './balance.model.js';

@ObjectType('BalanceComparison', { description: "The provider's figure compared with the available amount." })
export class BalanceComparisonModel {
  @Field(() => BalanceModel, { description: 'The balance as Purser expects it.' })
  balance: BalanceModel;

  @Field(() => SignedDecimalScalar, { description: 'The figure that was entered.' })
  providerFigure: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: 'That figure less what is available here.' })
  difference: SignedDecimalString;

  @Field(() => Boolean, { description: 'Whether both agree; when not, a discrepancy is open.' })
  isEqual: boolean;
}

@ObjectType('CompareBalancePayload', {
  description: 'The comparison of the figures, and the problems with the request.',
})
export class CompareBalancePayload extends mutationPayload('CompareBalance', {
  description: 'Why a balance was not compared.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    NOT_FUNDED: 'No balance is kept in this currency, since nothing was ever funded.',
    NOTE_INVALID: 'The note is empty, too long or unprintable, or holds a card number.',
  },
}) {
  @Field(() => BalanceComparisonModel, { nullable: true, description: 'The comparison; null when none was made.' })
  comparison: BalanceComparisonModel | null;
}

export function toCompareBalancePayload({ comparison, refusal }: CompareBalanceResult): CompareBalancePayload {
  return {
    comparison: comparison && { ...comparison, balance: toBalanceModel(comparison.balance) },
    userErrors: toUserErrors(refusal),
  };
}
