import { Field, ObjectType } from '@nestjs/graphql';
import type { UtcText } from '../../../common/text/utc-text.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { PAYOUT_WAITS, type PayoutWaitKind } from '../domain/payout-wait.js';

export const PayoutWaitKindEnum = describedEnum<PayoutWaitKind>({
  name: 'PayoutWaitKind',
  description: 'Something that a payout can wait for.',
  values: PAYOUT_WAITS,
});

@ObjectType('PayoutWait', { description: 'One thing that a payout waits for.' })
export class PayoutWaitModel {
  @Field(() => PayoutWaitKindEnum, { description: 'Kind of the wait, for programs.' })
  kind: PayoutWaitKind;

  @Field(() => String, { description: 'What the payout waits for, in one sentence.' })
  message: string;

  @Field(() => DateTimeScalar, { description: 'Since when the payout waits for it.' })
  since: Date | UtcText;
}
