import { Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import { CurrencyCodeScalar } from '../../graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../graphql/scalars/decimal.scalar.js';
import type { FundingDirection, FundingRequest } from '../fund-balance.service.js';
import { FundingDirectionEnum } from './ledger.enums.js';

@InputType('FundBalanceInput', { description: 'What an operator brought to the payment service, or took from there.' })
export class FundBalanceInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; the configured one when absent.' })
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { description: 'The currency; its first funding has payouts held to its balance.' })
  currency: CurrencyCode;

  @Field(() => DecimalScalar, { description: 'How much; at first, all that the payment service shows as the balance.' })
  amount: DecimalString;

  @Field(() => FundingDirectionEnum, { defaultValue: 'IN', description: 'Which way it moved.' })
  direction: FundingDirection;

  @Field(() => String, { description: 'Where it can be looked up, such as the reference of a bank transfer.' })
  reference: string;

  @Field(() => String, { description: 'The same key and content enter it once, however often they are sent.' })
  idempotencyKey: string;
}

/** @throws GraphQLError BAD_USER_INPUT naming the field */
export function toFundingRequest(input: FundBalanceInput, actorId: string): FundingRequest {
  const { currency, amount, direction, reference, idempotencyKey } = input;
  const accountId = parseUuidInput(input.accountId, ['input', 'accountId']);
  return { accountId, currency, amount, direction, reference, idempotencyKey, actorId };
}
