import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { badUserInput } from '../../../platform/graphql/errors/bad-user-input.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar, EndsBefore } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Nested } from '../../../platform/graphql/validation/nested.decorator.js';
import { findRangeProblem, MAX_BUCKETS, type SeriesBucket, type SeriesRange } from '../domain/series-range.js';

const SeriesBucketEnum = describedEnum<SeriesBucket>({
  name: 'SeriesBucket',
  description: 'Length of the buckets of a series.',
  values: {
    HOUR: 'An hour.',
    DAY: 'A day in the time zone.',
    WEEK: 'A week in the time zone, starting on Monday.',
    MONTH: 'A month in the time zone.',
  },
});

@InputType('SeriesInput', { description: 'The period, buckets and filters of a series.' })
export class SeriesInput {
  @Field(() => DateTimeScalar, { description: 'Start of the first bucket, rounded down to the full hour.' })
  from: Date;

  @Field(() => DateTimeScalar, { description: `End of the last bucket. A series has at most ${MAX_BUCKETS} buckets.` })
  @DomainRule(`later than from, by ${MAX_BUCKETS} buckets at most`)
  @EndsBefore()
  to: Date;

  @Field(() => SeriesBucketEnum, { description: 'Length of the buckets.' })
  bucket: SeriesBucket;

  @Field(() => String, {
    defaultValue: 'UTC',
    description: 'The IANA time zone that determines days, weeks and months. The smallest unit is a full UTC hour.',
  })
  @DomainRule('the name of an IANA time zone')
  timeZone: string;

  @Field(() => ID, { nullable: true, description: 'Only in this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'Only in this currency.' })
  currency?: CurrencyCode | null;
}

@ArgsType()
export class SeriesArguments {
  @Field(() => SeriesInput, { description: 'The period, buckets and filters of the series.' })
  @Nested(() => SeriesInput)
  input: SeriesInput;
}

@ArgsType()
export class DestinationSeriesArguments extends SeriesArguments {
  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Whether to count destinations separately.',
  })
  byDestination: boolean;
}

/** @throws GraphQLError BAD_USER_INPUT if the range or the time zone is invalid */
export function toSeriesRange({ accountId = null, currency = null, ...input }: SeriesInput): SeriesRange {
  const range = { ...input, accountId, currency };
  const problem = findRangeProblem(range);
  if (problem) throw badUserInput(problem.rule, ['input', problem.field]);
  return range;
}

/**
 * Returns the range for one balance.
 * @throws GraphQLError BAD_USER_INPUT if the input names no balance
 */
export function toBalanceRange(
  input: SeriesInput,
): SeriesRange & { readonly accountId: string; readonly currency: CurrencyCode } {
  const { accountId, currency, ...range } = toSeriesRange(input);
  if (accountId === null) throw badUserInput('is needed: each account has balances of its own', ['input', 'accountId']);
  if (currency === null) throw badUserInput('is needed: each balance has one currency', ['input', 'currency']);
  return { ...range, accountId, currency };
}
