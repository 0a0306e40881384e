import { Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { findExcessDecimals } from '../../../common/text/currency-amount.js';
import type { DecimalString } from '../../../common/decimal.js';
import { badUserInput } from '../errors/bad-user-input.js';
import { CurrencyCodeScalar } from '../scalars/currency-code.scalar.js';
import { DateTimeScalar, EndsBefore } from '../scalars/date-time.scalar.js';
import { DecimalScalar } from '../scalars/decimal.scalar.js';
import { Ids } from '../validation/id.decorator.js';
import { MaxEntries } from '../validation/max-entries.decorator.js';

// The size of the largest page of a list.
const MAX_IDS = 100;

/**
 * Filters that all lists of amounts have in common. Time ranges exclude their end, so adjacent ranges do not overlap.
 */
@InputType({ isAbstract: true })
export abstract class AmountsFilter {
  @Field(() => [ID], { nullable: true, description: `Only with one of these Purser ids, at most ${MAX_IDS}.` })
  @MaxEntries(MAX_IDS)
  @Ids()
  ids?: string[] | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'Only in this currency.' })
  currency?: CurrencyCode | null;

  @Field(() => DecimalScalar, { nullable: true, description: 'Minimum amount, inclusive.' })
  amountFrom?: DecimalString | null;

  @Field(() => DecimalScalar, { nullable: true, description: 'Maximum amount, inclusive.' })
  amountTo?: DecimalString | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Created at this time or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Created before this time.' })
  @EndsBefore()
  createdTo?: Date | null;
}

/**
 * Rejects amounts with more decimals than the currency in the filter allows.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function refuseExcessDecimals(filter: AmountsFilter | null | undefined): void {
  const currency = filter?.currency ?? null;
  if (currency === null) return;
  for (const field of ['amountFrom', 'amountTo'] as const) {
    const amount = filter?.[field] ?? null;
    const problem = amount === null ? null : findExcessDecimals(amount, currency);
    if (problem !== null) throw badUserInput(`must have the decimals of the currency: ${problem}`, ['filter', field]);
  }
}
