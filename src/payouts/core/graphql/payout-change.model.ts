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

/** The log keeps its first words: its rows never change, and the release before shows no others (docs/adr/0040). */
const SHOWN = { HOLD: 'LIMIT', PROPOSAL: 'CHANGE_REQUEST' } as const;

type PayoutAspect =
  | Exclude<LoggedAspect, keyof typeof SHOWN>
  | (typeof SHOWN)[keyof typeof SHOWN]
  | 'CREATED'
  | 'STATUS';

const PayoutAspectEnum = describedEnum<PayoutAspect>({
  name: 'PayoutAspect',
  description: 'A part of a payout that changes by itself.',
  values: {
    CREATED: 'It was recorded.',
    STATUS: 'Its status moved.',
    CONTENT: 'Its amount, its recipient or another thing that people approve was changed, or its note.',
    APPROVALS: 'An approval was given, or counts no more.',
    LIMIT: 'A limit began to block it, or blocks it no longer.',
    CHANGE_REQUEST: 'The end of an unconfirmed payout was proposed, or such a request ended.',
    PROBLEM: 'A problem was noticed, or is over.',
    PURGED: 'Its recipient was purged.',
  },
});

@ObjectType('PayoutChange', { description: 'Any change of a payout that its page shows.' })
export class PayoutChangeModel {
  @Field(() => String, { description: 'Opaque; give it to the subscription as `after` to go on from here.' })
  readonly cursor: string;

  @Field(() => DateTimeScalar, { description: 'When it was recorded.' })
  readonly occurredAt: Date;

  @Field(() => [PayoutAspectEnum], { description: 'The parts of it that changed.' })
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
