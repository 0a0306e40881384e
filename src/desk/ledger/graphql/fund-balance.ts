import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Text } from '../../../platform/graphql/validation/text.decorator.js';
import { IsRepeat, mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { FundBalanceResult, FundingDirection, FundingRequest } from '../fund-balance.service.js';
import { FundingDirectionEnum } from './ledger.enum.js';
import { BalanceModel, toBalanceModel } from './balance.model.js';

const MAX_KEY_LENGTH = 200;

// Room for one line from a bank statement.
const MAX_REFERENCE_LENGTH = 500;

@InputType('FundBalanceInput', { description: 'Money that an operator transferred to or from the provider.' })
export class FundBalanceInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; by default the one from the configuration.' })
  @Id()
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, {
    description: 'The currency. From the first funding on, the balance in this currency must cover payouts.',
  })
  currency: CurrencyCode;

  @Field(() => DecimalScalar, {
    description: 'The amount; for the first funding, the whole balance that the provider shows.',
  })
  @DomainRule('above zero, with no more digits after the point than its currency has', 'AMOUNT_INVALID')
  amount: DecimalString;

  @Field(() => FundingDirectionEnum, { defaultValue: 'IN', description: 'Whether the money was paid in or taken out.' })
  direction: FundingDirection;

  @Field(() => String, { description: 'Where the transfer can be found, such as a bank reference.' })
  @Text({ max: MAX_REFERENCE_LENGTH, code: 'TEXT_INVALID' })
  reference: string;

  @Field(() => String, {
    description: 'Identifies the funding. A funding that is repeated with the same key is entered only once.',
  })
  @Text({ max: MAX_KEY_LENGTH, code: 'TEXT_INVALID' })
  idempotencyKey: string;
}

export function toFundingRequest(input: FundBalanceInput, actorId: string): FundingRequest {
  const { currency, amount, direction, reference, idempotencyKey } = input;
  return { accountId: input.accountId ?? null, currency, amount, direction, reference, idempotencyKey, actorId };
}

@ObjectType('FundBalancePayload', { description: 'The balance after the funding, and the problems with the request.' })
export class FundBalancePayload extends mutationPayload('FundBalance', {
  description: 'Why a funding was not recorded.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    AMOUNT_INVALID: 'The amount is zero, or has more decimals than its currency allows.',
    TEXT_INVALID: 'A text is empty, too long or unprintable, or contains a card number.',
    IDEMPOTENCY_KEY_REUSED: 'The key was already used for a different funding.',
    NOT_FUNDED: 'There is no balance in this currency because it was never funded, so nothing can be taken out.',
  },
}) {
  @Field(() => BalanceModel, {
    nullable: true,
    description: 'The balance after the funding; null if nothing was recorded.',
  })
  balance: BalanceModel | null;

  @IsRepeat()
  isRepeat: boolean;
}

export function toFundBalancePayload({ balance, refusals, isRepeat }: FundBalanceResult): FundBalancePayload {
  return {
    balance: balance && toBalanceModel(balance),
    isRepeat,
    userErrors: toUserErrors(refusals),
  };
}
