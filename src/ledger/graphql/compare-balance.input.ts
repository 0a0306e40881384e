import { Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../common/currency.js';
import type { SignedDecimalString } from '../../common/signed-decimal.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import { CurrencyCodeScalar } from '../../graphql/scalars/currency-code.scalar.js';
import { SignedDecimalScalar } from '../../graphql/scalars/signed-decimal.scalar.js';
import type { CompareBalanceRequest } from '../compare-balance.service.js';

@InputType('CompareBalanceInput', { description: "The payment service's own figure of a balance." })
export class CompareBalanceInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; the configured one when absent.' })
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { description: 'The currency of the balance.' })
  currency: CurrencyCode;

  @Field(() => SignedDecimalScalar, { description: 'What the payment service shows as the balance now.' })
  providerFigure: SignedDecimalString;

  @Field(() => String, { description: 'Where the figure was read, and whatever explains it.' })
  note: string;
}

/** @throws GraphQLError BAD_USER_INPUT naming the field */
export function toCompareBalanceRequest(input: CompareBalanceInput): CompareBalanceRequest {
  const { currency, providerFigure, note } = input;
  return { accountId: parseUuidInput(input.accountId, ['input', 'accountId']), currency, providerFigure, note };
}
