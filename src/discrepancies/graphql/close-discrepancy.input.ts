import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../graphql/validation/id.decorator.js';
import { Text } from '../../graphql/validation/text.decorator.js';

// What was found out, and where it is written down: a paragraph.
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
