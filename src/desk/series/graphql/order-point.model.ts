import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { OrderMethod } from '../../accounts/domain/order-method.js';
import { OrderMethodEnum } from '../../accounts/graphql/order-method.enum.js';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { SignedDecimalScalar } from '../../../platform/graphql/scalars/signed-decimal.scalar.js';
import { secondsOfBucket } from '../domain/duration-bucket.js';
import { FINAL_STATUSES } from '../domain/rolled-subjects.js';
import type { StatusCount } from '../persistence/series.sql.js';

@ObjectType('OrderPoint', {
  description:
    'The orders with the same method and currency that were created in a bucket, counted by their current status.',
})
export class OrderPointModel {
  @Field(() => DateTimeScalar, { description: 'Start of the bucket.' })
  start: Date;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'Currency of the orders; null while it is unknown.' })
  currency: CurrencyCode | null;

  @Field(() => OrderMethodEnum, { description: 'How the payer pays.' })
  method: OrderMethod;

  @Field(() => Int, { description: 'Number of orders that were created.' })
  created: number;

  @Field(() => Int, { description: 'Number of orders that are paid.' })
  paid: number;

  @Field(() => Int, { description: 'Number of orders that have ended, including paid orders. The others are open.' })
  ended: number;

  @Field(() => SignedDecimalScalar, { description: 'Total amount of the paid orders.' })
  paidAmount: SignedDecimalString;

  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      'Median number of seconds from creation to PAID, accurate to within 10 percent; null if no order is paid.',
  })
  medianSecondsToPaid: string | null;
}

const ZERO = '0' as SignedDecimalString;

/** Merges counts by status to points. The counts must be sorted by start, currency and method. */
export function toOrderPointModels(counts: readonly StatusCount[]): OrderPointModel[] {
  const points = new Map<string, OrderPointModel>();
  for (const { start, currency, destination, status, count, amount, medianBucket } of counts) {
    const method = destination as OrderMethod;
    const key = [start.toISOString(), currency, method].join(' ');
    const known = points.get(key);
    const isPaid = status === 'PAID';
    points.set(key, {
      start,
      currency,
      method,
      created: (known?.created ?? 0) + count,
      paid: isPaid ? count : (known?.paid ?? 0),
      ended: (known?.ended ?? 0) + (FINAL_STATUSES.ORDER.includes(status) ? count : 0),
      paidAmount: inCurrency(isPaid ? amount : (known?.paidAmount ?? ZERO), currency),
      medianSecondsToPaid:
        isPaid && medianBucket !== null ? secondsOfBucket(medianBucket) : (known?.medianSecondsToPaid ?? null),
    });
  }
  return [...points.values()];
}
