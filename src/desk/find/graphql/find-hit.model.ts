import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { UtcText } from '../../../common/text/utc-text.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { FindHit, FindKind } from '../find-hit.js';

const FindKindEnum = describedEnum<FindKind>({
  name: 'FindKind',
  description: 'Kind of an object found by a search.',
  values: {
    PAYOUT: 'A payout.',
    ORDER: 'An order.',
    DISCREPANCY: 'A difference between Purser and the provider.',
    WEBHOOK_EVENT: 'A received webhook.',
    API_KEY: 'An API key.',
  },
});

@ObjectType('FindHit', { description: 'An object found by a search.' })
export class FindHitModel implements FindHit {
  @Field(() => FindKindEnum, { description: 'Kind of the object.' })
  kind: FindKind;

  @Field(() => ID, { description: "Purser's id for the object." })
  id: string;

  @Field(() => AccountModel, {
    name: 'account',
    nullable: true,
    description:
      'The merchant account that the object belongs to; null if it belongs to all accounts or to no known account.',
  })
  accountId: string | null;

  @Field(() => String, {
    description: "The object's external id or name, or else its id; for discrepancies and webhooks, their kind.",
  })
  title: string;

  @Field(() => String, { description: 'Status or state of the object, as named by its own type.' })
  status: string;

  @Field(() => DecimalScalar, { nullable: true, description: 'Amount of an order or payout; null for other kinds.' })
  amount: DecimalString | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'Currency of the amount; null if it is not known.' })
  currency: CurrencyCode | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the order or payout was created; null for other kinds.',
  })
  createdAt: Date | UtcText | null;

  @Field(() => String, {
    description:
      'What matched the search text: the id that begins or ends with it, or the text that contains it. Masked if it identifies a person.',
  })
  matched: string;
}
