import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { ApiKeyResult, RotateApiKeyRefusalCode } from '../api-keys.service.js';
import { ApiKeyModel, toApiKeyModel } from './api-key.model.js';

@InputType('RotateApiKeyInput', { description: 'The API key to rotate.' })
export class RotateApiKeyInput {
  @Field(() => ID, { description: "The id of the caller's own key, which must be the key used for this call." })
  @Id()
  id: string;

  @Field(() => Int, {
    defaultValue: 24,
    description: 'Number of hours for which the old secret keeps working, from 0 to 24; 0 revokes it immediately.',
  })
  @DomainRule('0 to 24; checked only for the holder of the key', 'OVERLAP_INVALID')
  overlapHours: number;
}

@ObjectType('RotateApiKeyPayload', { description: 'The key after the call, and the problems with the request.' })
export class RotateApiKeyPayload extends mutationPayload('RotateApiKey', {
  description: 'Why an API key was not rotated.',
  values: {
    NOT_OWN_KEY: "The key is not the caller's own. Purser reveals nothing about other keys.",
    NOT_ACTIVE: 'The key is not active.',
    OVERLAP_INVALID: '`overlapHours` is negative or more than 24.',
    SECRET_SUPERSEDED: 'The secret used for this call was already replaced. Only the newest secret can rotate a key.',
    CONFIGURED_KEY: 'The key comes from the configuration.',
  },
}) {
  @Field(() => ApiKeyModel, {
    nullable: true,
    description: "The key in its current state; null if it is not the caller's own key.",
  })
  apiKey: ApiKeyModel | null;

  @Field(() => String, {
    nullable: true,
    description: 'The new secret, shown only once because Purser does not store it.',
  })
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
