import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../graphql/validation/id.decorator.js';
import { Text } from '../../graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../graphql/user-error.model.js';
import type { CloseDiscrepancyResult } from '../close-discrepancy.service.js';
import { DiscrepancyModel, toDiscrepancyModel } from './discrepancy.model.js';

// The finding, and where it is written down: a paragraph.
const MAX_NOTE_LENGTH = 1_000;

@InputType('CloseDiscrepancyInput', { description: 'The discrepancy to close, and what was found out about it.' })
export class CloseDiscrepancyInput {
  @Field(() => ID, { description: "Purser's id of the discrepancy." })
  @Id()
  discrepancyId: string;

  @Field(() => String, { description: 'Findings and actions: 1 to 1,000 characters, without personal data.' })
  @Text({ max: MAX_NOTE_LENGTH, code: 'NOTE_INVALID' })
  note: string;
}

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
