import { Field, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../graphql/user-error.model.js';
import type { CloseDiscrepancyResult } from '../close-discrepancy.service.js';
import { DiscrepancyModel, toDiscrepancyModel } from './discrepancy.model.js';

@ObjectType('CloseDiscrepancyPayload', {
  description: 'The discrepancy after the call, and the problems with the request.',
})
export class CloseDiscrepancyPayload extends mutationPayload('CloseDiscrepancy', {
  description: 'Why a discrepancy was not closed.',
  values: {
    DISCREPANCY_NOT_FOUND: 'There is no such discrepancy.',
    ALREADY_CLOSED: 'It was closed before, and its note stays as it is.',
    NOTE_INVALID: 'The note is empty, too long or unprintable, or holds a card number.',
  },
}) {
  @Field(() => DiscrepancyModel, { nullable: true, description: 'The discrepancy as it is now; null for none.' })
  discrepancy: DiscrepancyModel | null;
}

export function toCloseDiscrepancyPayload({ discrepancy, refusal }: CloseDiscrepancyResult): CloseDiscrepancyPayload {
  return {
    discrepancy: discrepancy && toDiscrepancyModel(discrepancy),
    userErrors: toUserErrors(refusal, 'discrepancyId'),
  };
}
