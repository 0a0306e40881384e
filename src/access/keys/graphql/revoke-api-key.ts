import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { ApiKeyResult, RevokeApiKeyRefusalCode } from '../api-keys.service.js';
import { ApiKeyModel, toApiKeyModel } from './api-key.model.js';

@InputType('RevokeApiKeyInput', { description: 'The API key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'The id of the key.' })
  @Id()
  id: string;

  @Field(() => String, { description: 'The reason; shown with the key and in the audit log.' })
  @Reason()
  reason: string;
}

@ObjectType('RevokeApiKeyPayload', { description: 'The key after the call, and the problems with the request.' })
export class RevokeApiKeyPayload extends mutationPayload('RevokeApiKey', {
  description: 'Why an API key was not revoked.',
  values: {
    NOT_FOUND: 'There is no such key.',
    ALREADY_REVOKED: 'The key is already revoked.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => ApiKeyModel, {
    nullable: true,
    description: 'The key in its current state; null if there is no such key.',
  })
  apiKey: ApiKeyModel | null;
}

export function toRevokeApiKeyPayload({ key, refusal }: ApiKeyResult<RevokeApiKeyRefusalCode>): RevokeApiKeyPayload {
  return {
    apiKey: key && toApiKeyModel(key),
    userErrors: toUserErrors(refusal),
  };
}
