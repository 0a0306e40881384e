import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../../graphql/validation/id.decorator.js';
import { Reason } from '../../../graphql/validation/text.decorator.js';

@InputType('RevokeApiKeyInput', { description: 'The API key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'The key.' })
  @Id()
  id: string;

  @Field(() => String, { description: 'Why; shown with the key and in the audit log.' })
  @Reason()
  reason: string;
}
