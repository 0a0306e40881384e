import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('RevokeApiKeyInput', { description: 'The API key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'The key.' })
  id: string;

  @Field(() => String, { description: 'Why; shown with the key and in the audit log.' })
  reason: string;
}
