import { Field, ObjectType } from '@nestjs/graphql';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { ActorModel } from '../../audit/graphql/actor.model.js';
import type { SetupStep, SetupStepName } from '../domain/setup-steps.js';

export const SetupStepNameEnum = describedEnum<SetupStepName>({
  name: 'SetupStepName',
  description: 'A step to take before the first real payment.',
  values: {
    SECOND_PERSON:
      'Two people can sign in: there are keys that create and keys that approve payouts, or two people of the identity provider.',
    POLICIES: 'Payout policies say which payouts need how many approvals.',
    BALANCE: 'The balance at the provider was entered, so that payouts are checked against it.',
    ORDER_WEBHOOKS: 'A webhook about an order arrived and was processed.',
    PAYOUT_WEBHOOKS: 'A webhook about a payout arrived and was processed.',
    BACKUPS: 'Backups are made, and a restore was rehearsed. Purser cannot detect this.',
    JOURNAL: 'The replica keeps a journal, so that it can detect a restored database.',
  },
});

@ObjectType('SetupStep', { description: 'A step to take before the first real payment, and whether it is done.' })
export class SetupStepModel {
  @Field(() => SetupStepNameEnum, { description: 'The step.' })
  name: SetupStepName;

  @Field(() => Boolean, { description: 'Whether the step is done: Purser detected it, or a person marked it as done.' })
  isDone: boolean;

  @Field(() => Boolean, { description: 'Whether a person may mark the step with `markSetupStep`.' })
  canBeMarked: boolean;

  @Field(() => ActorModel, { nullable: true, description: 'Who marked the step as done; null if nobody did.' })
  markedBy: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the step was marked; null if it was not.' })
  markedAt: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The note of the person who marked the step; null if nobody did.',
  })
  note: string | null;
}

export function toSetupStepModel({ name, isDone, canBeMarked, mark }: SetupStep): SetupStepModel {
  const { markedBy = null, markedAt = null, note = null } = mark ?? {};
  return { name, isDone, canBeMarked, markedBy, markedAt, note };
}
