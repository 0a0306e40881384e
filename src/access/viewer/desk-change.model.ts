import { Field, ID, ObjectType } from '@nestjs/graphql';
import { type DeskSubject, type LoggedChange, toCursor } from '../../platform/events/status-change.js';
import { describedEnum } from '../../platform/graphql/described-enum.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';

const DeskSubjectEnum = describedEnum<DeskSubject>({
  name: 'DeskSubject',
  description: 'Kind of an object other than payouts and orders.',
  values: {
    API_KEY: 'An API key was made, confirmed, redeemed, rotated, replaced or revoked.',
    BALANCE: "A balance was funded; the id is the merchant account's.",
    CHANGE_REQUEST: 'A change was requested, or such a request ended.',
    DISCREPANCY: 'A discrepancy was found, seen again or closed.',
    GATE: 'The payout gate was opened or shut, or its reason changed; it has no id.',
    POLICY: 'A payout policy or a limit was set or removed.',
    RECONCILIATION: 'A reconciliation run started, progressed or ended, or a statement was imported.',
    WEBHOOK_EVENT: 'A webhook was processed, failed permanently, or was scheduled again.',
  },
});

@ObjectType('DeskChange', { description: 'A hint that an object changed; read it again by its id.' })
export class DeskChangeModel {
  @Field(() => String, { description: 'Opaque; pass it to the subscription as `after` to resume from here.' })
  readonly cursor: string;

  @Field(() => DateTimeScalar, { description: 'When it was recorded.' })
  readonly occurredAt: Date;

  @Field(() => DeskSubjectEnum, { description: 'Type of the object.' })
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
