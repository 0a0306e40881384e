import { Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { CurrencyCodeScalar } from '../scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../scalars/date-time.scalar.js';
import { DecimalScalar } from '../scalars/decimal.scalar.js';
import { Ids } from '../validation/id.decorator.js';
import { MaxEntries } from '../validation/max-entries.decorator.js';

// The largest page of a list.
const MAX_IDS = 100;

/** The fields by which every list of amounts is filtered. Neighbouring ranges of time share nothing. */
@InputType({ isAbstract: true })
export abstract class AmountsFilter {
  @Field(() => [ID], { nullable: true, description: `With one of these ids of Purser's, ${MAX_IDS} at most.` })
  @MaxEntries(MAX_IDS)
  @Ids()
  ids?: string[] | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'In this currency.' })
  currency?: CurrencyCode | null;

  @Field(() => DecimalScalar, { nullable: true, description: 'Of at least this amount.' })
  amountFrom?: DecimalString | null;

  @Field(() => DecimalScalar, { nullable: true, description: 'Of at most this amount.' })
  amountTo?: DecimalString | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Created at this time or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Created before this time.' })
  createdTo?: Date | null;
}
