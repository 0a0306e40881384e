import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { ActorModel } from '../../audit/graphql/actor.model.js';
import { FactModel, toShownFacts } from '../../audit/graphql/fact.model.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { Discrepancy, DiscrepancyKind } from '../discrepancy.js';

export const DiscrepancyKindEnum = describedEnum<DiscrepancyKind>({
  name: 'DiscrepancyKind',
  description: 'Kind of a difference between Purser and the provider.',
  values: {
    AMOUNT: 'The provider has another amount for a payout.',
    RECIPIENT: 'The provider has another recipient for a payout.',
    STATUS_REGRESSION: 'The provider reported an earlier status than before, twice; ours stays.',
    CORRECTED: "The provider withdrew or changed a payout's end.",
    ABSENT: 'The provider no longer has a payout that it gave an id for.',
    UNKNOWN_PAYOUT: 'The provider has a payout that Purser never made.',
    NOT_IN_STATEMENT: 'A provider statement lacks a completed payout of its period.',
    BALANCE: "The provider's balance differs from the expected one.",
  },
});

@ObjectType('Discrepancy', {
  description: 'A difference between Purser and the provider, open until a person closes it with a note.',
})
export class DiscrepancyModel {
  @Field(() => ID, { description: "Purser's id of it." })
  id: string;

  @Field(() => DiscrepancyKindEnum, { description: 'Kind of the difference.' })
  kind: DiscrepancyKind;

  @Field(() => AccountModel, { name: 'account', description: 'The merchant account it is about.' })
  accountId: string;

  @Field(() => ID, { nullable: true, description: "Purser's payout; null if there is none." })
  payoutId: string | null;

  @Field(() => ID, { nullable: true, description: "The provider's id of the payout; null if there is none." })
  providerPayoutId: string | null;

  @Field(() => [FactModel], { description: 'Facts as Purser has them, without data of a recipient.' })
  ours: FactModel[];

  @Field(() => [FactModel], {
    description: 'Facts as the provider shows them, without data of a recipient.',
  })
  theirs: FactModel[];

  @Field(() => Int, {
    description: 'How often it was seen, including after it was closed while the facts are the same.',
  })
  timesSeen: number;

  @Field(() => Boolean, { description: 'Whether it is still open.' })
  isOpen: boolean;

  @Field(() => DateTimeScalar, { description: 'When it was first seen.' })
  openedAt: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last seen.' })
  lastSeenAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was closed.' })
  closedAt: Date | null;

  @Field(() => ActorModel, { nullable: true, description: 'Who closed it.' })
  closedBy: string | null;

  @Field(() => String, { nullable: true, description: 'Findings of the person who closed it; null while it is open.' })
  note: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the person who closed it found that the provider's payout is this one; null if not asked.",
  })
  isThisPayout: boolean | null;
}

export const DiscrepancyConnectionModel = createConnectionType(DiscrepancyModel, 'Discrepancy');

export function toDiscrepancyModel(discrepancy: Discrepancy): DiscrepancyModel {
  // Both sides use the currency in Purser's facts. If the discrepancy is about a balance, its subject is the currency.
  const named = discrepancy.kind === 'BALANCE' ? discrepancy.subject : discrepancy.ours?.['currency'];
  const currency = typeof named === 'string' ? named : null;
  return {
    id: discrepancy.id,
    kind: discrepancy.kind,
    accountId: discrepancy.accountId,
    payoutId: discrepancy.payoutId,
    providerPayoutId: discrepancy.providerPayoutId,
    ours: toShownFacts(discrepancy.ours, currency),
    theirs: toShownFacts(discrepancy.theirs, currency),
    timesSeen: discrepancy.timesSeen,
    isOpen: discrepancy.closedAt === null,
    openedAt: discrepancy.openedAt,
    lastSeenAt: discrepancy.lastSeenAt,
    closedAt: discrepancy.closedAt,
    closedBy: discrepancy.closedBy,
    note: discrepancy.note,
    isThisPayout: discrepancy.isThisPayout,
  };
}
