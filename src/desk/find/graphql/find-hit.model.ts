import { Field, ID, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { FindHit, FindKind } from '../find-hit.js';

const FindKindEnum = describedEnum<FindKind>({
  name: 'FindKind',
  description: 'Kind of a thing that was found.',
  values: {
    PAYOUT: 'A payout.',
    ORDER: 'An order.',
    DISCREPANCY: 'A difference between Purser and the provider.',
    WEBHOOK_EVENT: 'A webhook that was received.',
    API_KEY: 'A key of the API.',
  },
});

@ObjectType('FindHit', { description: 'Something that was found.' })
export class FindHitModel implements FindHit {
  @Field(() => FindKindEnum, { description: 'Kind of it.' })
  kind: FindKind;

  @Field(() => ID, { description: "Purser's id of it." })
  id: string;

  @Field(() => AccountModel, {
    name: 'account',
    nullable: true,
    description: 'The merchant account it belongs to; null for a thing of all accounts, or of none that is known.',
  })
  accountId: string | null;

  @Field(() => String, {
    description: 'The external id or name; the id where there is none, and for discrepancies and webhooks their kind.',
  })
  title: string;

  @Field(() => String, { description: 'Its status or state, in the words of its own type.' })
  status: string;

  @Field(() => String, { description: 'The id or words that hold the text.' })
  matched: string;
}
