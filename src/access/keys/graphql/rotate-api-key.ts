import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { ApiKeyResult, RotateApiKeyRefusalCode } from '../api-keys.service.js';
import { ApiKeyModel, toApiKeyModel } from './api-key.model.js';

@InputType('RotateApiKeyInput', { description: 'The API key whose secret is exchanged.' })
export class RotateApiKeyInput {
  @Field(() => ID, { description: 'The own key: the one that the call is made with.' })
  @Id()
  id: string;

  @Field(() => Int, {
    defaultValue: 24,
    description: 'How many hours the old secret goes on working, from 0 to 24; with 0 it ends at once.',
  })
  @DomainRule('0 to 24; checked only for the holder of the key', 'OVERLAP_INVALID')
  overlapHours: number;
}

@ObjectType('RotateApiKeyPayload', { description: 'The key after the call, and the problems with the request.' })
export class RotateApiKeyPayload extends mutationPayload('RotateApiKey', {
  description: 'Why an API key was not exchanged.',
  values: {
    NOT_OWN_KEY: 'It is not the key that asks; of any other nothing is told.',
    NOT_ACTIVE: 'It is not in use.',
    OVERLAP_INVALID: '`overlapHours` is negative or more than 24.',
    SECRET_SUPERSEDED: 'The secret of the call was exchanged already; only the newest secret rotates its key.',
    CONFIGURED_KEY: 'It is set where Purser is configured.',
  },
}) {
  @Field(() => ApiKeyModel, { nullable: true, description: 'The key as it is now; null when it is not the own.' })
  apiKey: ApiKeyModel | null;

  @Field(() => String, { nullable: true, description: 'The new key, shown this once: it is kept nowhere.' })
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
