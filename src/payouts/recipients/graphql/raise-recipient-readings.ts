import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { ruleDecorator } from '../../../platform/graphql/validation/field-rule.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { MOST_READINGS_PER_DAY, READINGS_PER_DAY } from '../../../desk/personal-data/domain/reading-bounds.js';
import type { RaiseReadingsResult } from '../recipient-bounds.service.js';

const FEWEST = READINGS_PER_DAY + 1;

const PerDay = (): PropertyDecorator =>
  ruleDecorator<number>(
    {
      name: 'perDay',
      about: `${FEWEST} to ${MOST_READINGS_PER_DAY}`,
      findProblem: (count) =>
        count >= FEWEST && count <= MOST_READINGS_PER_DAY
          ? null
          : `must be from ${FEWEST} to ${MOST_READINGS_PER_DAY}.`,
    },
    'PER_DAY_INVALID',
  );

@InputType('RaiseRecipientReadingsInput', {
  description: 'The number of recipients that the caller needs to see within a day, and the reason.',
})
export class RaiseRecipientReadingsInput {
  @Field(() => Int, {
    description: `The number of recipients that the caller may reveal, search for and compare within a day: more than ${READINGS_PER_DAY}, at most ${MOST_READINGS_PER_DAY}.`,
  })
  @PerDay()
  perDay: number;

  @Field(() => String, { description: 'The reason; stored with the change request and in the audit log.' })
  @Reason()
  reason: string;
}

@ObjectType('RaiseRecipientReadingsPayload', {
  description: 'The change request that was proposed, and the problems with the request.',
})
export class RaiseRecipientReadingsPayload extends mutationPayload('RaiseRecipientReadings', {
  description: 'Why seeing more recipients was not proposed.',
  values: {
    PER_DAY_INVALID: `The number is not more than ${READINGS_PER_DAY}, or is more than ${MOST_READINGS_PER_DAY}.`,
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
    ...PROPOSE_REFUSALS,
  },
}) {
  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request, which another person must confirm; null if nothing was proposed.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toRaiseRecipientReadingsPayload({
  changeRequest,
  refusal,
}: RaiseReadingsResult): RaiseRecipientReadingsPayload {
  return { changeRequest: changeRequest && toChangeRequestModel(changeRequest), userErrors: toUserErrors(refusal) };
}
