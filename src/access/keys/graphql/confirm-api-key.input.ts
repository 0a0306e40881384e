import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../../graphql/validation/id.decorator.js';

@InputType('ConfirmApiKeyInput', { description: 'The API key to confirm.' })
export class ConfirmApiKeyInput {
  @Field(() => ID, { description: 'A key that somebody else made.' })
  @Id()
  id: string;
}
