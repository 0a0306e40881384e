import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { PageArguments } from '../../graphql/connection/page.arguments.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import type { DiscrepancyKind } from '../discrepancy.js';
import type { DiscrepancyCriteria } from '../persistence/discrepancies-page.query.js';
import { DiscrepancyKindEnum } from './discrepancy.model.js';

@InputType('DiscrepancyFilter', { description: 'Which discrepancies to list; every field given must hold.' })
export class DiscrepancyFilter {
  @Field(() => [DiscrepancyKindEnum], { nullable: true, description: 'Of one of these kinds.' })
  kinds?: DiscrepancyKind[] | null;

  @Field(() => ID, { nullable: true, description: 'Of this merchant account.' })
  accountId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True for open ones, false for closed ones.' })
  isOpen?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'About this payout of ours.' })
  payoutId?: string | null;

  @Field(() => ID, { nullable: true, description: "About the payout with this id of the payment service's." })
  providerPayoutId?: string | null;
}

@ArgsType()
export class DiscrepanciesArguments extends PageArguments {
  @Field(() => DiscrepancyFilter, { nullable: true, description: 'Which discrepancies to list; all when absent.' })
  filter?: DiscrepancyFilter | null;
}

/** @throws GraphQLError BAD_USER_INPUT naming the field of the filter */
export function toDiscrepancyCriteria(filter: DiscrepancyFilter | null | undefined): DiscrepancyCriteria {
  return {
    kinds: filter?.kinds ?? null,
    accountId: parseUuidInput(filter?.accountId, ['filter', 'accountId']),
    isOpen: filter?.isOpen ?? null,
    payoutId: parseUuidInput(filter?.payoutId, ['filter', 'payoutId']),
    providerPayoutId: parseUuidInput(filter?.providerPayoutId, ['filter', 'providerPayoutId']),
  };
}
