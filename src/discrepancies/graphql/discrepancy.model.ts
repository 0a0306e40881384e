import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { Facts } from '../../audit/audit-entry.js';
import { createConnectionType } from '../../graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../graphql/described-enum.js';
import type { Discrepancy, DiscrepancyKind } from '../discrepancy.js';

export const DiscrepancyKindEnum = describedEnum<DiscrepancyKind>({
  name: 'DiscrepancyKind',
  description: 'What differs between Purser and the payment service.',
  values: {
    AMOUNT: 'It has another amount for a payout of ours.',
    RECIPIENT: 'It has another recipient for a payout of ours.',
    STATUS_REGRESSION: 'It says an earlier status than before, twice; ours stays.',
    CORRECTED: 'It took back, or changed, the end of a payout of ours.',
    ABSENT: 'It no longer knows a payout of ours.',
    UNKNOWN_PAYOUT: 'It has a payout that Purser never made.',
    BALANCE: 'It has another balance than is expected.',
  },
});

@ObjectType('DiscrepancyFact', { description: 'One thing that is known of a side of a discrepancy.' })
export class DiscrepancyFactModel {
  @Field(() => String, { description: 'What it is, such as `amount` or `status`.' })
  name: string;

  @Field(() => String, { nullable: true, description: 'What it is there; null when it is not known.' })
  value: string | null;
}

@ObjectType('Discrepancy', {
  description: 'A difference between Purser and the payment service, open until a person closes it with a note.',
})
export class DiscrepancyModel {
  @Field(() => ID, { description: "Purser's id of it." })
  id: string;

  @Field(() => DiscrepancyKindEnum, { description: 'What differs.' })
  kind: DiscrepancyKind;

  @Field(() => ID, { description: 'The merchant account it is about.' })
  accountId: string;

  @Field(() => ID, { nullable: true, description: 'The payout of ours; null when there is none.' })
  payoutId: string | null;

  @Field(() => ID, { nullable: true, description: "The payment service's id of the payout; null when there is none." })
  providerPayoutId: string | null;

  @Field(() => [DiscrepancyFactModel], { description: 'What Purser holds, never data of a recipient.' })
  ours: DiscrepancyFactModel[];

  @Field(() => [DiscrepancyFactModel], { description: 'What the payment service shows, never data of a recipient.' })
  theirs: DiscrepancyFactModel[];

  @Field(() => Int, { description: 'How often it was seen, after its end too as long as the facts are the same.' })
  timesSeen: number;

  @Field(() => Boolean, { description: 'Whether nobody has closed it yet.' })
  isOpen: boolean;

  @Field(() => DateTimeScalar, { description: 'When it was first seen.' })
  openedAt: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last seen.' })
  lastSeenAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was closed.' })
  closedAt: Date | null;

  @Field(() => ID, { nullable: true, description: 'The API key of whoever closed it.' })
  closedBy: string | null;

  @Field(() => String, { nullable: true, description: 'What was found out about it.' })
  note: string | null;
}

export const DiscrepancyConnectionModel = createConnectionType(DiscrepancyModel, 'Discrepancy');

export function toDiscrepancyModel(discrepancy: Discrepancy): DiscrepancyModel {
  return {
    id: discrepancy.id,
    kind: discrepancy.kind,
    accountId: discrepancy.accountId,
    payoutId: discrepancy.payoutId,
    providerPayoutId: discrepancy.providerPayoutId,
    ours: toFacts(discrepancy.ours),
    theirs: toFacts(discrepancy.theirs),
    timesSeen: discrepancy.timesSeen,
    isOpen: discrepancy.closedAt === null,
    openedAt: discrepancy.openedAt,
    lastSeenAt: discrepancy.lastSeenAt,
    closedAt: discrepancy.closedAt,
    closedBy: discrepancy.closedBy,
    note: discrepancy.note,
  };
}

function toFacts(facts: Facts | null): DiscrepancyFactModel[] {
  return Object.entries(facts ?? {}).map(([name, value]) => ({ name, value: value === null ? null : String(value) }));
}
