import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../graphql/user-error.model.js';
import { wordEnum } from '../../graphql/word-enum.js';
import type { CreateApiKeyResult } from '../api-keys.service.js';
import type { ApiKeyWishRefusalCode } from '../domain/api-key.wish.js';
import { ApiKeyModel, toApiKeyModel } from './api-key.model.js';

const CreateApiKeyErrorCodeEnum = wordEnum<ApiKeyWishRefusalCode>({
  name: 'CreateApiKeyErrorCode',
  description: 'Why an API key was not made.',
  words: {
    NAME_INVALID: 'The name is empty, too long or unprintable, or holds a card number.',
    NOTHING_GRANTED: 'It has neither a role nor a scope.',
    SCOPE_UNKNOWN: 'There is no such scope.',
    MAKER_AND_CHECKER: 'It would create payouts and approve them.',
    ADDRESS_INVALID: 'An entry is no IP address and no network.',
    TOO_MANY_ADDRESSES: 'There are more than 20 addresses.',
    EXPIRES_AT_INVALID: 'It would end in the past, or in more than 365 days.',
  },
});

@ObjectType('CreateApiKeyUserError', { implements: () => [UserError], description: 'Why createApiKey was refused.' })
export class CreateApiKeyUserErrorModel extends UserError {
  @Field(() => CreateApiKeyErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: ApiKeyWishRefusalCode;
}

@ObjectType('CreateApiKeyPayload', { description: 'The key that was made, and what stood in the way.' })
export class CreateApiKeyPayload {
  @Field(() => ApiKeyModel, {
    nullable: true,
    description: 'The key; it opens nothing until another person confirms it.',
  })
  apiKey: ApiKeyModel | null;

  @Field(() => String, { nullable: true, description: 'The key itself, shown this once: it is kept nowhere.' })
  secret: string | null;

  @Field(() => [CreateApiKeyUserErrorModel], { description: 'Expected refusals; empty when it was made.' })
  userErrors: CreateApiKeyUserErrorModel[];
}

export function toCreateApiKeyPayload({ key, secret, refusals }: CreateApiKeyResult): CreateApiKeyPayload {
  return {
    apiKey: key && toApiKeyModel(key),
    secret: secret?.reveal() ?? null,
    userErrors: refusals.map((refusal) => ({ ...refusal, field: [...refusal.field] })),
  };
}
