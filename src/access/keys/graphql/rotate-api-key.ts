import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { ApiKeyResult, RotateApiKeyRefusalCode } from '../api-keys.service.js';
import { ApiKeyModel, toApiKeyModel } from './api-key.model.js';

@InputType('RotateApiKeyInput', { description: 'The API key to rotate.' })
export class RotateApiKeyInput {
  @Field(() => ID, { description: "The caller's own key, used for this call." })
  @Id()
  id: string;

  @Field(() => Int, {
    defaultValue: 24,
    description: 'Hours for which the old secret keeps working, from 0 to 24; 0 ends it immediately.',
  })
  @DomainRule('0 to 24; checked only for the holder of the key', 'OVERLAP_INVALID')
  overlapHours: number;
}

@ObjectType('RotateApiKeyPayload', { description: 'The key after the call, and the problems with the request.' })
export class RotateApiKeyPayload extends mutationPayload('RotateApiKey', {
  description: 'Why an API key was not rotated.',
  values: {
    NOT_OWN_KEY: "The key is not the caller's own. Nothing is revealed about others.",
    NOT_ACTIVE: 'The key is not active.',
    OVERLAP_INVALID: '`overlapHours` is negative or more than 24.',
    SECRET_SUPERSEDED: 'The secret of this call has already been rotated; only the newest secret can rotate its key.',
    CONFIGURED_KEY: 'The key comes from the configuration.',
  },
}) {
  @Field(() => ApiKeyModel, {
    nullable: true,
    description: "The key as it is now; null if it is not the caller's own.",
  })
  apiKey: ApiKeyModel | null;

  @Field(() => String, { nullable: true, description: 'The new key, shown only once: it is not stored.' })
  secret: string | null;
}

export function toRotateApiKeyPayload({
  key,
  shown,
  refusal,
}: ApiKeyResult<RotateApiKeyRefusalCode>): RotateApiKeyPayload {
  return {
    apiKey: key && toApiKeyModel(key),
    secret: shown?.reveal() ?? null,
    userErrors: toUserErrors(refusal),
  };
}
