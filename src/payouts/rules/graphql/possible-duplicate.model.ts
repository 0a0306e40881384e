import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { DecimalString } from '../../../common/decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import type { PayoutStatus } from '../../core/domain/payout-status.js';
import type { PossibleDuplicateRecord } from '../persistence/possible-duplicates.sql.js';
import { PayoutStatusEnum } from '../../core/graphql/payout.enum.js';

// Not a complete payout: each payout could list ten possible duplicates, each of them ten more, and so on.
@ObjectType('PossibleDuplicate', { description: 'Another payout to the same recipient, or to the same requisites.' })
export class PossibleDuplicateModel {
  @Field(() => ID, { description: "Purser's id for the payout." })
  id: string;

  @Field(() => PayoutStatusEnum, { description: 'The current status.' })
  status: PayoutStatus;

  @Field(() => DecimalScalar, { description: 'Amount that the recipient receives.' })
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, { description: 'Currency of the amount.' })
  currency: CurrencyCode;

  @Field(() => DateTimeScalar, { description: 'When the payout was created.' })
  createdAt: Date;

  @Field(() => Boolean, { description: 'Whether the amount and the currency are the same.' })
  isSameAmount: boolean;

  @Field(() => Boolean, { description: 'Whether the bank is the same too, in addition to the requisites.' })
  isSameRecipient: boolean;
}

export function toPossibleDuplicateModel(record: PossibleDuplicateRecord): PossibleDuplicateModel {
  const { id, status, amount, currency, createdAt, isSameAmount, isSameRecipient } = record;
  return { id, status, amount: inCurrency(amount, currency), currency, createdAt, isSameAmount, isSameRecipient };
}
