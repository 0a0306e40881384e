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
    AMOUNT: 'The provider has a different amount for a payout.',
    RECIPIENT: 'The provider has a different recipient for a payout.',
    STATUS_REGRESSION: "The provider twice reported an earlier status than it had before. Purser's status stays.",
    CORRECTED: 'The provider withdrew or changed the final status of a payout.',
    ABSENT: 'The provider no longer has a payout to which it had assigned an id.',
    UNKNOWN_PAYOUT: 'The provider has a payout that Purser never sent.',
    NOT_IN_STATEMENT: 'A completed payout is missing from the provider statement for its period.',
    BALANCE: 'The balance at the provider differs from the balance that Purser expects.',
  },
});

@ObjectType('Discrepancy', {
  description: 'A difference between Purser and the provider, open until a person closes it with a note.',
})
export class DiscrepancyModel {
  @Field(() => ID, { description: "Purser's id for the discrepancy." })
  id: string;

  @Field(() => DiscrepancyKindEnum, { description: 'Kind of the difference.' })
  kind: DiscrepancyKind;

  @Field(() => AccountModel, { name: 'account', description: 'The merchant account that the discrepancy is about.' })
  accountId: string;

  @Field(() => ID, { nullable: true, description: "The id of Purser's payout; null if there is none." })
  payoutId: string | null;

  @Field(() => ID, { nullable: true, description: "The provider's id for the payout; null if there is none." })
  providerPayoutId: string | null;

  @Field(() => [FactModel], { description: 'The facts as Purser has them, without any data about the recipient.' })
  ours: FactModel[];

  @Field(() => [FactModel], {
    description: 'The facts as the provider shows them, without any data about the recipient.',
  })
  theirs: FactModel[];

  @Field(() => Int, {
    description:
      'How often Purser saw the difference, including after the discrepancy was closed, as long as the facts stay the same.',
  })
  timesSeen: number;

  @Field(() => Boolean, { description: 'Whether the discrepancy is still open.' })
  isOpen: boolean;

  @Field(() => DateTimeScalar, { description: 'When Purser first saw the difference.' })
  openedAt: Date;

  @Field(() => DateTimeScalar, { description: 'When Purser last saw the difference.' })
  lastSeenAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the discrepancy was closed.' })
  closedAt: Date | null;

  @Field(() => ActorModel, { nullable: true, description: 'Who closed the discrepancy.' })
  closedBy: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the person who closed the discrepancy found; null while the discrepancy is open.',
  })
  note: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether the person who closed the discrepancy found that the provider's payout is really this payout; null if they were not asked.",
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
