import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('ConfirmApiKeyInput', { description: 'The API key to confirm.' })
export class ConfirmApiKeyInput {
  @Field(() => ID, { description: 'A key that somebody else made.' })
  id: string;
}
