import { Field, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { SignedDecimalScalar } from '../../../platform/graphql/scalars/signed-decimal.scalar.js';

@ObjectType('BalancePoint', { description: 'The expected balance at the end of a bucket.' })
export class BalancePointModel {
  @Field(() => DateTimeScalar, {
    name: 'at',
    description: 'Start of the bucket. Except for the first, a bucket without changes has no point.',
  })
  start: Date;

  @Field(() => SignedDecimalScalar, { description: 'Amount that was available for payouts.' })
  available: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: 'Amount reserved for payouts that may have been paid.' })
  reserved: SignedDecimalString;
}

export function toBalancePointModel(point: BalancePointModel, currency: CurrencyCode): BalancePointModel {
  const { start, available, reserved } = point;
  return { start, available: inCurrency(available, currency), reserved: inCurrency(reserved, currency) };
}
