import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { AttemptReason } from '../domain/attempt-reason.js';
import type { AttemptState } from '../domain/attempt-state.js';
import type { PayoutAttemptEntity } from '../persistence/payout-attempt.entity.js';
import { PayoutAttemptReasonEnum, PayoutAttemptStateEnum } from './payout.enum.js';

@ObjectType('PayoutAttempt', {
  description: 'One attempt to send a payout: a call to the provider, recorded before it is made.',
})
export class PayoutAttemptModel {
  @Field(() => ID, { description: "Purser's id for the attempt, sent to the provider as `externalId`." })
  id: string;

  @Field(() => Int, { description: 'Number of the attempt within the payout, counted from 1.' })
  number: number;

  @Field(() => PayoutAttemptStateEnum, { description: 'State of the attempt.' })
  state: AttemptState;

  @Field(() => PayoutAttemptReasonEnum, {
    nullable: true,
    description: "The reason for the attempt's outcome; null while Purser is waiting for the answer.",
  })
  reason: Uppercase<AttemptReason> | null;

  @Field(() => Int, {
    nullable: true,
    description: "The HTTP status of the provider's answer, if the answer did not accept the attempt.",
  })
  httpStatus: number | null;

  @Field(() => ID, {
    nullable: true,
    description: "The provider's id for the payout, once the attempt is bound to it.",
  })
  providerPayoutId: string | null;

  @Field(() => DateTimeScalar, { description: 'When the attempt was committed to the database, just before the call.' })
  claimedAt: Date;

  @Field(() => DateTimeScalar, { description: "When Purser stops waiting for the provider's answer." })
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
