import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../common/currency.js';
import type { SignedDecimalString } from '../../common/signed-decimal.js';
import { CurrencyCodeScalar } from '../../graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import { SignedDecimalScalar } from '../../graphql/scalars/signed-decimal.scalar.js';
import type { Balance } from '../persistence/ledger.repository.js';

@ObjectType('Balance', {
  description:
    'What an account should have at the payment service in a currency. It is kept, and payouts are held to it, from the first funding on.',
})
export class BalanceModel {
  @Field(() => ID, { description: 'The merchant account.' })
  accountId: string;

  @Field(() => CurrencyCodeScalar, { description: 'The currency of all its figures.' })
  currency: CurrencyCode;

  @Field(() => SignedDecimalScalar, {
    description: 'What payouts may still take; below zero when more was paid than was known to be there.',
  })
  available: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: 'What is kept for payouts that may have been paid.' })
  reserved: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: 'What was paid to recipients.' })
  paidOut: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: 'What paid orders brought in, after commission.' })
  received: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: 'What operators brought, less what they took.' })
  funded: SignedDecimalString;

  @Field(() => Boolean, {
    description: 'Whether a payout that it does not cover is refused; true from its first funding on.',
  })
  isEnforced: boolean;

  @Field(() => DateTimeScalar, { description: 'When it was first funded; nothing from before is in it.' })
  openedAt: Date;

  @Field(() => DateTimeScalar, { description: 'When these figures were read.' })
  asOf: Date;
}

export function toBalanceModel(balance: Balance): BalanceModel {
  const { accountId, currency, available, reserved, paidOut, received, funded, openedAt, asOf } = balance;
  return { accountId, currency, available, reserved, paidOut, received, funded, isEnforced: true, openedAt, asOf };
}
