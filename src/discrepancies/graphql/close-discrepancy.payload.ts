import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../graphql/user-error.model.js';
import { wordEnum } from '../../graphql/word-enum.js';
import type { CloseDiscrepancyRefusalCode, CloseDiscrepancyResult } from '../close-discrepancy.service.js';
import { DiscrepancyModel, toDiscrepancyModel } from './discrepancy.model.js';

type CloseDiscrepancyErrorCode = CloseDiscrepancyRefusalCode | 'NOTE_INVALID';

const CloseDiscrepancyErrorCodeEnum = wordEnum<CloseDiscrepancyErrorCode>({
  name: 'CloseDiscrepancyErrorCode',
  description: 'Why a discrepancy was not closed.',
  words: {
    DISCREPANCY_NOT_FOUND: 'There is no such discrepancy.',
    ALREADY_CLOSED: 'It was closed before, and its note stays as it is.',
    NOTE_INVALID: 'The note is empty, too long or unprintable, or holds a card number.',
  },
});

@ObjectType('CloseDiscrepancyUserError', {
  implements: () => [UserError],
  description: 'Why closeDiscrepancy was refused.',
})
export class CloseDiscrepancyUserErrorModel extends UserError {
  @Field(() => CloseDiscrepancyErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: CloseDiscrepancyErrorCode;
}

@ObjectType('CloseDiscrepancyPayload', { description: 'The discrepancy as it is now, and what stood in the way.' })
export class CloseDiscrepancyPayload {
  @Field(() => DiscrepancyModel, { nullable: true, description: 'The discrepancy as it is now; null for none.' })
  discrepancy: DiscrepancyModel | null;

  @Field(() => [CloseDiscrepancyUserErrorModel], { description: 'Expected refusals; empty when it was closed.' })
  userErrors: CloseDiscrepancyUserErrorModel[];
}

export function toCloseDiscrepancyPayload({ discrepancy, refusal }: CloseDiscrepancyResult): CloseDiscrepancyPayload {
  return {
    discrepancy: discrepancy && toDiscrepancyModel(discrepancy),
    userErrors: refusal ? [{ ...refusal, field: ['input', 'discrepancyId'] }] : [],
  };
}
