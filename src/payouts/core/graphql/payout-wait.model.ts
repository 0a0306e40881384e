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

@ObjectType('PayoutWait', { description: 'A thing that a payout is waiting for.' })
export class PayoutWaitModel {
  @Field(() => PayoutWaitKindEnum, { description: 'What the payout is waiting for, as a machine-readable code.' })
  kind: PayoutWaitKind;

  @Field(() => String, { description: 'What the payout is waiting for, in one sentence.' })
  message: string;

  @Field(() => DateTimeScalar, { description: 'When the payout started waiting for this.' })
  since: Date | UtcText;
}
