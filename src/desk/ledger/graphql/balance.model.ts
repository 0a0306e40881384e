import { Field, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { SignedDecimalScalar } from '../../../platform/graphql/scalars/signed-decimal.scalar.js';
import type { LedgerBalanceEntity } from '../persistence/ledger-balance.entity.js';

@ObjectType('Balance', {
  description:
    'The balance that Purser expects an account to have at the provider in one currency. The first funding opens it; from then on it must cover every payout.',
})
export class BalanceModel {
  @Field(() => AccountModel, { name: 'account', description: 'The merchant account.' })
  accountId: string;

  @Field(() => CurrencyCodeScalar, { description: 'The currency of all figures of the balance.' })
  currency: CurrencyCode;

  @Field(() => SignedDecimalScalar, {
    description: 'Amount available for payouts; negative if more was paid than the balance held.',
  })
  available: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: 'Amount reserved for payouts that may have been paid.' })
  reserved: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: 'Amount paid to recipients.' })
  paidOut: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: 'Amount received from paid orders, minus the commission.' })
  received: SignedDecimalString;

  @Field(() => SignedDecimalScalar, {
    description: 'Total amount that operators paid in, minus the amount that they took out.',
  })
  funded: SignedDecimalString;

  @Field(() => Boolean, {
    description: 'Whether Purser refuses payouts that the balance does not cover; true from the first funding on.',
  })
  isEnforced: boolean;

  @Field(() => DateTimeScalar, {
    description: 'When the balance was first funded. Earlier payments and payouts are not included.',
  })
  openedAt: Date;

  @Field(() => DateTimeScalar, { description: 'When these figures were read.' })
  asOf: Date;
}

export function toBalanceModel(balance: LedgerBalanceEntity): BalanceModel {
  const { accountId, currency, openedAt } = balance;
  return {
    accountId,
    currency,
    available: inCurrency(balance.available, currency),
    reserved: inCurrency(balance.reserved, currency),
    paidOut: inCurrency(balance.paidOut, currency),
    received: inCurrency(balance.received, currency),
    funded: inCurrency(balance.funded, currency),
    openedAt,
    isEnforced: true,
    asOf: new Date(),
  };
}
