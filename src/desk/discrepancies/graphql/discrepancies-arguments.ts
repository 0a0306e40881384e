import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { DateTimeScalar, EndsBefore } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Nested } from '../../../platform/graphql/validation/nested.decorator.js';
import type { DiscrepancyKind } from '../discrepancy.js';
import { DiscrepancyKindEnum } from './discrepancy.model.js';

@InputType('DiscrepancyFilter', { description: 'Filter for discrepancies. All given fields must match.' })
export class DiscrepancyFilter {
  @Field(() => [DiscrepancyKindEnum], { nullable: true, description: 'Only of these kinds.' })
  kinds?: DiscrepancyKind[] | null;

  @Field(() => ID, { nullable: true, description: 'Only in this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True for open discrepancies, false for closed ones.' })
  isOpen?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Only discrepancies about the payout with this Purser id.' })
  @Id()
  payoutId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only discrepancies about the payout with this provider id.' })
  @Id()
  providerPayoutId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Opened at this time or later.' })
  openedFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Opened before this time.' })
  @EndsBefore()
  openedTo?: Date | null;
}

@ArgsType()
export class DiscrepanciesArguments extends PageArguments {
  @Field(() => DiscrepancyFilter, { nullable: true, description: 'Filter to apply; absent for all items.' })
  @Nested(() => DiscrepancyFilter)
  filter?: DiscrepancyFilter | null;
}
