import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { AttemptReason } from '../domain/attempt-reason.js';
import type { AttemptState } from '../domain/attempt-state.js';
import type { PayoutAttemptEntity } from '../persistence/payout-attempt.entity.js';
import { PayoutAttemptReasonEnum, PayoutAttemptStateEnum } from './payout.enum.js';

@ObjectType('PayoutAttempt', { description: 'One call to the provider, recorded before it is made.' })
export class PayoutAttemptModel {
  @Field(() => ID, { description: "Purser's id of the attempt, which the provider got as `externalId`." })
  id: string;

  @Field(() => Int, { description: 'Which attempt of the payout it is, from 1.' })
  number: number;

  @Field(() => PayoutAttemptStateEnum, { description: 'State of the attempt.' })
  state: AttemptState;

  @Field(() => PayoutAttemptReasonEnum, {
    nullable: true,
    description: 'Why it ended as it did; null while Purser waits for the answer.',
  })
  reason: Uppercase<AttemptReason> | null;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of an answer that did not accept it.' })
  httpStatus: number | null;

  @Field(() => ID, { nullable: true, description: "The provider's id of its payout, once bound." })
  providerPayoutId: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was committed, just before the call.' })
  claimedAt: Date;

  @Field(() => DateTimeScalar, { description: 'When Purser stops waiting for its answer.' })
  deadlineAt: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: "Time of the attempt's latest outcome; null if there is none.",
  })
  outcomeAt: Date | null;
}

export function toPayoutAttemptModel(attempt: PayoutAttemptEntity): PayoutAttemptModel {
  return {
    id: attempt.id,
    number: attempt.number,
    state: attempt.state,
    reason: attempt.reason && (attempt.reason.toUpperCase() as Uppercase<AttemptReason>),
    httpStatus: attempt.httpStatus,
    providerPayoutId: attempt.providerPayoutId,
    claimedAt: attempt.claimedAt,
    deadlineAt: attempt.deadlineAt,
    outcomeAt: attempt.outcomeAt,
  };
}
