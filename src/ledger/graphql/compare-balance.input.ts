import { Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../common/currency.js';
import type { SignedDecimalString } from '../../common/signed-decimal.js';
import { CurrencyCodeScalar } from '../../graphql/scalars/currency-code.scalar.js';
import { SignedDecimalScalar } from '../../graphql/scalars/signed-decimal.scalar.js';
import { Id } from '../../graphql/validation/id.decorator.js';
import { Text } from '../../graphql/validation/text.decorator.js';
import type { CompareBalanceRequest } from '../compare-balance.service.js';

// A sentence or two, as long as a reason may be.
const MAX_NOTE_LENGTH = 500;

@InputType('CompareBalanceInput', { description: "The provider's own figure of a balance." })
export class CompareBalanceInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; the configured one when absent.' })
  @Id()
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { description: 'The currency of the balance.' })
  currency: CurrencyCode;

  @Field(() => SignedDecimalScalar, { description: 'The balance that the provider shows now.' })
  providerFigure: SignedDecimalString;

  @Field(() => String, { description: 'Where the figure was read, and whatever explains it.' })
  @Text({ max: MAX_NOTE_LENGTH, code: 'NOTE_INVALID' })
  note: string;
}

export function toCompareBalanceRequest(input: CompareBalanceInput): CompareBalanceRequest {
  const { currency, providerFigure, note } = input;
  return { accountId: input.accountId ?? null, currency, providerFigure, note };
}
