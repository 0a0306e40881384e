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
  description: 'A part of a payout that can change separately.',
  values: {
    CREATED: 'The payout was recorded.',
    STATUS: 'The status of the payout changed.',
    CONTENT: 'The content of the payout was changed, such as the amount, recipient or note.',
    APPROVALS: 'An approval of the payout was given or stopped counting.',
    LIMIT: 'A limit started or stopped blocking the payout.',
    CHANGE_REQUEST: 'A change request about the payout was proposed or closed.',
    PROBLEM: 'A problem for operators appeared or was resolved.',
    PURGED: 'The recipient of the payout was purged.',
  },
});

@ObjectType('PayoutChange', { description: 'A visible change to a payout.' })
export class PayoutChangeModel {
  @Field(() => String, {
    description: 'Opaque cursor: pass it to the subscription as `after` to resume after this change.',
  })
  readonly cursor: string;

  @Field(() => DateTimeScalar, { description: 'When the change was recorded.' })
  readonly occurredAt: Date;

  @Field(() => [PayoutAspectEnum], { description: 'The parts of the payout that changed.' })
  readonly aspects: readonly PayoutAspect[];

  readonly payoutId: string | null;

  @Field(() => PayoutModel, { description: 'The payout in its current state.' })
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
