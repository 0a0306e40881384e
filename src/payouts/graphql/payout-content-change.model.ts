import { Field, ObjectType } from '@nestjs/graphql';
import { ActorModel, PURSER } from '../../desk/audit/graphql/actor.model.js';
import type { AuditEntryEntity } from '../../desk/audit/persistence/audit-entry.entity.js';
import type { CurrencyCode } from '../../common/currency.js';
import { inCurrency } from '../../common/text/currency-amount.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import { type ContentFact, contentFactsOf } from '../requests/domain/content-change.js';

@ObjectType('ContentFact', { description: "The value of a payout's field before and after a change." })
export class ContentFactModel implements ContentFact {
  @Field(() => String, { description: 'Name of the field, such as `amount` or `recipient.requisites`.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Value before the change, masked; null if Purser does not store it, which is the case for names and notes.',
  })
  before: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Value after the change, masked; null if Purser does not store it, which is the case for names and notes.',
  })
  after: string | null;
}

@ObjectType('PayoutContentChange', { description: "A change to a payout's amount, recipient or note." })
export class PayoutContentChangeModel {
  @Field(() => DateTimeScalar, { description: 'When the payout was changed.' })
  changedAt: Date;

  @Field(() => ActorModel, { description: 'Who changed the payout.' })
  changedBy: string;

  @Field(() => String, {
    nullable: true,
    description: 'The `Payout.contentHash` after the change; null if it was not recorded with the change.',
  })
  contentHash: string | null;

  @Field(() => [ContentFactModel], { description: 'The fields that were changed.' })
  facts: ContentFactModel[];
}

export function toPayoutContentChangeModel(entry: AuditEntryEntity, currency: CurrencyCode): PayoutContentChangeModel {
  const shown = (amount: string | null): string | null => amount && inCurrency(amount, currency);
  const contentHash = entry.after?.['contentHash'];
  return {
    changedAt: entry.occurredAt,
    changedBy: entry.actorId ?? PURSER.id,
    contentHash: typeof contentHash === 'string' ? contentHash : null,
    facts: contentFactsOf(entry).map((fact) =>
      fact.name === 'amount' ? { ...fact, before: shown(fact.before), after: shown(fact.after) } : fact,
    ),
  };
}
