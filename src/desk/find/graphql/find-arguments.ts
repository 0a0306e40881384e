import { ArgsType, Field, ID, Int } from '@nestjs/graphql';
import { SearchRule } from '../../../platform/graphql/connection/search.decorator.js';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { SearchedText } from '../../../platform/graphql/validation/text.decorator.js';
import { badUserInput } from '../../../platform/graphql/errors/bad-user-input.js';
import type { Wanted } from '../find.service.js';

// As many hits as people can scan at a glance. This many are searched for each kind.
const MAX_HITS = 20;

@ArgsType()
export class FindArguments {
  @Field(() => String, {
    description:
      'The text to search for: an id of any kind or its beginning or end, a complete e-mail address or phone number with `+`, an amount with its UTC day (`12.50 EUR 2026-11-26`; the currency may be omitted), or other text. It must have at least three letters or digits in a row.',
  })
  @SearchedText()
  @SearchRule()
  text: string;

  @Field(() => ID, { nullable: true, description: 'Only in this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "Whether the whole text may be a payer's customer id, a recipient's user id, or, for callers with the scope `payouts:unmask`, a recipient's requisites. Such a search counts as a search for a person.",
  })
  isCustomer: boolean;

  @Field(() => Int, { defaultValue: 8, description: `Number of hits to return, 1 to ${MAX_HITS}.` })
  @DomainRule(`1 to ${MAX_HITS}`)
  first: number;
}

/** @throws GraphQLError BAD_USER_INPUT if `first` is out of range */
export function toWanted({ text, accountId, first, isCustomer }: FindArguments): Wanted {
  if (first < 1 || first > MAX_HITS) throw badUserInput(`must be from 1 to ${MAX_HITS}`, ['first']);
  return { text, accountId: accountId ?? null, first, isCustomer };
}
