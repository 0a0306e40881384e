import { Field, ID, ObjectType } from '@nestjs/graphql';
import { type DeskSubject, type LoggedChange, toCursor } from '../../platform/events/status-change.js';
import { describedEnum } from '../../platform/graphql/described-enum.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';

const DeskSubjectEnum = describedEnum<DeskSubject>({
  name: 'DeskSubject',
  description: 'Kind of an object that is neither a payout nor an order.',
  values: {
    API_KEY: 'An API key was created, confirmed, redeemed, rotated, replaced or revoked.',
    BALANCE: 'A balance was funded. The id is that of the merchant account.',
    CHANGE_REQUEST: 'A change request was proposed or closed.',
    DISCREPANCY: 'A discrepancy was found, seen again or closed.',
    GATE: 'The payout gate was opened or shut, or its reason changed. The gate has no id.',
    POLICY: 'A payout policy or a limit was set or removed.',
    RECONCILIATION: 'A reconciliation run started, progressed or ended, or a statement was imported.',
    WEBHOOK_EVENT: 'A webhook was processed, failed permanently, or was queued again.',
  },
});

@ObjectType('DeskChange', { description: 'A hint that an object changed. Read the object again by its id.' })
export class DeskChangeModel {
  @Field(() => String, {
    description: 'Opaque cursor: pass it to the subscription as `after` to resume after this change.',
  })
  readonly cursor: string;

  @Field(() => DateTimeScalar, { description: 'When the change was recorded.' })
  readonly occurredAt: Date;

  @Field(() => DeskSubjectEnum, { description: 'Kind of the object.' })
  readonly subject: DeskSubject;

  @Field(() => ID, { nullable: true, description: 'Id of the object; null if there is only one such object.' })
  readonly subjectId: string | null;

  constructor(change: LoggedChange) {
    this.cursor = toCursor(change.position);
    this.occurredAt = change.occurredAt;
    this.subject = change.subjectType as DeskSubject;
    this.subjectId = change.subjectId;
  }
}
