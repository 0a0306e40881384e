import { Field, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../graphql/user-error.model.js';
import type { FundBalanceResult } from '../fund-balance.service.js';
import { BalanceModel, toBalanceModel } from './balance.model.js';

@ObjectType('FundBalancePayload', { description: 'The balance after the funding, and the problems with the request.' })
export class FundBalancePayload extends mutationPayload('FundBalance', {
  description: 'Why a funding was not entered.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    AMOUNT_INVALID: 'The amount is zero, or finer than the currency.',
    TEXT_INVALID: 'A text is empty, too long or unprintable, or holds a card number.',
    IDEMPOTENCY_KEY_REUSED: 'The key was used for another funding.',
    NOT_FUNDED: 'Nothing was ever funded in this currency, so nothing can be taken out.',
  },
}) {
  @Field(() => BalanceModel, { nullable: true, description: 'The balance after it; null when nothing was entered.' })
  balance: BalanceModel | null;
}

export function toFundBalancePayload({ balance, refusals }: FundBalanceResult): FundBalancePayload {
  return {
    balance: balance && toBalanceModel(balance),
    userErrors: toUserErrors(refusals),
  };
}
