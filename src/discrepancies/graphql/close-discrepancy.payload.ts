import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../graphql/user-error.model.js';
import type { CloseDiscrepancyRefusalCode, CloseDiscrepancyResult } from '../close-discrepancy.service.js';
import { DiscrepancyModel, toDiscrepancyModel } from './discrepancy.model.js';

type CloseDiscrepancyErrorCode = CloseDiscrepancyRefusalCode | 'NOTE_INVALID';

const CloseDiscrepancyUserError = userErrorType<CloseDiscrepancyErrorCode>('CloseDiscrepancy', {
  description: 'Why a discrepancy was not closed.',
  values: {
    DISCREPANCY_NOT_FOUND: 'There is no such discrepancy.',
    ALREADY_CLOSED: 'It was closed before, and its note stays as it is.',
    NOTE_INVALID: 'The note is empty, too long or unprintable, or holds a card number.',
  },
});

@ObjectType('CloseDiscrepancyPayload', {
  description: 'The discrepancy after the call, and the problems with the request.',
})
export class CloseDiscrepancyPayload {
  @Field(() => DiscrepancyModel, { nullable: true, description: 'The discrepancy as it is now; null for none.' })
  discrepancy: DiscrepancyModel | null;

  @Field(() => [CloseDiscrepancyUserError], { description: 'Problems with the request; empty on success.' })
  userErrors: UserErrorWith<CloseDiscrepancyErrorCode>[];
}

export function toCloseDiscrepancyPayload({ discrepancy, refusal }: CloseDiscrepancyResult): CloseDiscrepancyPayload {
  return {
    discrepancy: discrepancy && toDiscrepancyModel(discrepancy),
    userErrors: refusal ? [{ ...refusal, field: ['input', 'discrepancyId'] }] : [],
  };
}
