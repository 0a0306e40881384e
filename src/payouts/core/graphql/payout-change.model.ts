import { Field, ObjectType } from '@nestjs/graphql';
import {
  isStatusChange,
  type LoggedAspect,
  type LoggedChange,
  toCursor,
} from '../../../platform/events/status-change.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { PayoutModel } from './payout.model.js';

/** The log keeps the old names: its rows never change, and the previous release shows only these (docs/adr/0040). */
const SHOWN = { HOLD: 'LIMIT', PROPOSAL: 'CHANGE_REQUEST' } as const;

type PayoutAspect =
  | Exclude<LoggedAspect, keyof typeof SHOWN>
  | (typeof SHOWN)[keyof typeof SHOWN]
  | 'CREATED'
  | 'STATUS';

const PayoutAspectEnum = describedEnum<PayoutAspect>({
  name: 'PayoutAspect',
  description: 'Part of a payout that changes independently.',
  values: {
    CREATED: 'It was recorded.',
    STATUS: 'Its status changed.',
    CONTENT: 'Its content was changed, such as amount, recipient or note.',
    APPROVALS: 'An approval was given, or no longer counts.',
    LIMIT: 'A limit started or stopped blocking it.',
    CHANGE_REQUEST: 'A request to end the unconfirmed payout was made or closed.',
    PROBLEM: 'A problem appeared or ended.',
    PURGED: 'Its recipient was purged.',
  },
});

@ObjectType('PayoutChange', { description: 'A visible change of a payout.' })
export class PayoutChangeModel {
  @Field(() => String, { description: 'Opaque; pass it to the subscription as `after` to resume from here.' })
  readonly cursor: string;

  @Field(() => DateTimeScalar, { description: 'When it was recorded.' })
  readonly occurredAt: Date;

  @Field(() => [PayoutAspectEnum], { description: 'The parts that changed.' })
  readonly aspects: readonly PayoutAspect[];

  readonly payoutId: string | null;

  @Field(() => PayoutModel, { description: 'The payout as it is now.' })
  readonly payout?: PayoutModel;

  constructor(change: LoggedChange) {
    this.cursor = toCursor(change.position);
    this.occurredAt = change.occurredAt;
    this.aspects = aspectsOf(change);
    this.payoutId = change.subjectId;
  }
}

function aspectsOf(change: LoggedChange): readonly PayoutAspect[] {
  if (isStatusChange(change)) return [change.from === null ? 'CREATED' : 'STATUS'];
  return change.aspects.map((aspect) => (aspect === 'HOLD' || aspect === 'PROPOSAL' ? SHOWN[aspect] : aspect));
}
