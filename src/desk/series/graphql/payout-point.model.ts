import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { SignedDecimalScalar } from '../../../platform/graphql/scalars/signed-decimal.scalar.js';
import type { PayoutStatus } from '../../../payouts/core/domain/payout-status.js';
import { PayoutStatusEnum } from '../../../payouts/core/graphql/payout.enum.js';
import { secondsOfBucket } from '../domain/duration-bucket.js';
import type { StatusCount } from '../persistence/series.sql.js';

@ObjectType('PayoutPoint', {
  description: 'The payouts that were created in a bucket and now have the same status.',
})
export class PayoutPointModel {
  @Field(() => DateTimeScalar, { description: 'Start of the bucket.' })
  start: Date;

  @Field(() => CurrencyCodeScalar, { description: 'Currency of the amount.' })
  currency: CurrencyCode;

  @Field(() => ID, {
    nullable: true,
    description: 'The destination; null if all destinations are counted together.',
  })
  destination: string | null;

  @Field(() => PayoutStatusEnum, { description: 'Current status of the payouts.' })
  status: PayoutStatus;

  @Field(() => Int, { description: 'Number of payouts.' })
  count: number;

  @Field(() => SignedDecimalScalar, {
    description:
      'Total amount of the payouts; 0 for AWAITING_APPROVAL and APPROVED, because those payouts may still be changed.',
  })
  amount: SignedDecimalString;

  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      'Median number of seconds from creation to this status, accurate to within 10 percent; null unless the status is final.',
  })
  medianSecondsToFinal: string | null;

  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      'The 95th percentile of the number of seconds from creation to this status, accurate to within 10 percent; null unless the status is final.',
  })
  p95SecondsToFinal: string | null;
}

export function toPayoutPointModel(point: StatusCount): PayoutPointModel {
  const { start, currency, destination, status, count, amount, medianBucket, p95Bucket } = point;
  if (currency === null) throw new Error('A payout without a currency');
  return {
    start,
    currency,
    destination,
    status: status as PayoutStatus,
    count,
    amount: inCurrency(amount, currency),
    medianSecondsToFinal: medianBucket === null ? null : secondsOfBucket(medianBucket),
    p95SecondsToFinal: p95Bucket === null ? null : secondsOfBucket(p95Bucket),
  };
}
