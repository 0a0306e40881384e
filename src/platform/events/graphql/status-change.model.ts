import { Field, InterfaceType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../graphql/described-enum.js';
import { type StatusChangeCause, type StatusChangeRecord, toCursor } from '../status-change.js';

export const StatusChangeCauseEnum = describedEnum<StatusChangeCause>({
  name: 'StatusChangeCause',
  description: 'Cause of a status change.',
  values: {
    API: 'A caller of this API.',
    PROVIDER_RESPONSE: "The provider's answer to a call.",
    WEBHOOK: 'A read-back that a webhook prompted.',
    POLL: 'A read-back that was scheduled or that a caller requested.',
    RECONCILIATION: 'A reconciliation run.',
    OPERATOR: "A person's decision.",
    DEADLINE: 'The deadline passed without an answer from the provider.',
  },
});

/** One entry in a timeline. Each kind of object has a separate type, which adds the object. */
@InterfaceType('StatusChange', {
  description: 'A change from one status to another.',
  resolveType: (change: StatusChangeModel) => change.typeName,
})
export abstract class StatusChangeModel {
  abstract readonly typeName: string;

  @Field(() => String, {
    description: 'Opaque cursor: pass it to the subscription as `after` to resume after this change.',
  })
  readonly cursor: string;

  @Field(() => String, { nullable: true, description: 'The status before the change; null for the first status.' })
  readonly from: string | null;

  @Field(() => String, { description: 'The status after the change.' })
  readonly to: string;

  @Field(() => StatusChangeCauseEnum, { description: 'Cause of the change.' })
  readonly cause: StatusChangeCause;

  @Field(() => DateTimeScalar, { description: 'When the change was recorded.' })
  readonly occurredAt: Date;

  constructor(record: StatusChangeRecord) {
    this.cursor = toCursor(record.position);
    this.from = record.from;
    this.to = record.to;
    this.cause = record.cause;
    this.occurredAt = record.occurredAt;
  }
}
