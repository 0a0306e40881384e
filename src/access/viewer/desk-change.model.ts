import { Field, ID, ObjectType } from '@nestjs/graphql';
import { type DeskSubject, type LoggedChange, toCursor } from '../../platform/events/status-change.js';
import { describedEnum } from '../../platform/graphql/described-enum.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';

const DeskSubjectEnum = describedEnum<DeskSubject>({
  name: 'DeskSubject',
  description: 'Something beside payouts and orders that people look at.',
  values: {
    API_KEY: 'An API key was made, confirmed, redeemed, rotated, replaced or revoked.',
    BALANCE: 'A balance was funded; the id is that of its merchant account.',
    CHANGE_REQUEST: 'A change was requested, or such a request ended.',
    DISCREPANCY: 'A discrepancy was found, seen again or closed.',
    GATE: 'The payout gate was opened or shut, or has another reason; it has no id.',
    POLICY: 'A payout policy or a limit was set or taken away.',
    RECONCILIATION: 'A reconciliation run began, went on or ended, or a statement was imported.',
    WEBHOOK_EVENT: 'A webhook was processed or failed for good, or is to be processed again.',
  },
});

@ObjectType('DeskChange', { description: 'A hint that something changed; read it again by its id.' })
export class DeskChangeModel {
  @Field(() => String, { description: 'Opaque; give it to the subscription as `after` to go on from here.' })
  readonly cursor: string;

  @Field(() => DateTimeScalar, { description: 'When it was recorded.' })
  readonly occurredAt: Date;

  @Field(() => DeskSubjectEnum, { description: 'Type of the object.' })
  readonly subject: DeskSubject;

  @Field(() => ID, { nullable: true, description: 'Id of the object; null where there is one such thing.' })
  readonly subjectId: string | null;

  constructor(change: LoggedChange) {
    this.cursor = toCursor(change.position);
    this.occurredAt = change.occurredAt;
    this.subject = change.subjectType as DeskSubject;
    this.subjectId = change.subjectId;
  }
}
