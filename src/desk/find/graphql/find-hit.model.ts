import { Field, ID, ObjectType } from '@nestjs/graphql';
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
    WEBHOOK_EVENT: 'A webhook that was received.',
    API_KEY: 'A key of the API.',
  },
});

@ObjectType('FindHit', { description: 'An object found by a search.' })
export class FindHitModel implements FindHit {
  @Field(() => FindKindEnum, { description: 'Kind of the object.' })
  kind: FindKind;

  @Field(() => ID, { description: "Purser's id of it." })
  id: string;

  @Field(() => AccountModel, {
    name: 'account',
    nullable: true,
    description: 'The merchant account it belongs to; null if it belongs to all accounts, or to none that is known.',
  })
  accountId: string | null;

  @Field(() => String, {
    description: 'The external id or name, or else the id; for discrepancies and webhooks their kind.',
  })
  title: string;

  @Field(() => String, { description: 'Its status or state, in the words of its own type.' })
  status: string;

  @Field(() => String, {
    description: 'The id that begins or ends with the search text, or the text that contains it.',
  })
  matched: string;
}
