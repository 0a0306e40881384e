import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../../graphql/user-error.model.js';
import { wordEnum } from '../../../graphql/word-enum.js';
import type { ApiKeyResult, ConfirmApiKeyRefusalCode } from '../api-keys.service.js';
import { ApiKeyModel, toApiKeyModel } from './api-key.model.js';

const ConfirmApiKeyErrorCodeEnum = wordEnum<ConfirmApiKeyRefusalCode>({
  name: 'ConfirmApiKeyErrorCode',
  description: 'Why an API key was not confirmed.',
  words: {
    NOT_FOUND: 'There is no such key.',
    NOT_PENDING: 'It does not wait to be confirmed, or no longer.',
    SAME_PERSON:
      'The caller and the maker of the key may be one person: one of them made or redeemed the key of the other.',
    SECOND_PERSON_NEEDED: 'Whoever made it may not confirm it.',
  },
});

@ObjectType('ConfirmApiKeyUserError', { implements: () => [UserError], description: 'Why confirmApiKey was refused.' })
export class ConfirmApiKeyUserErrorModel extends UserError {
  @Field(() => ConfirmApiKeyErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: ConfirmApiKeyRefusalCode;
}

@ObjectType('ConfirmApiKeyPayload', { description: 'The key as it is now, and what stood in the way.' })
export class ConfirmApiKeyPayload {
  @Field(() => ApiKeyModel, { nullable: true, description: 'The key as it is now; null when there is none.' })
  apiKey: ApiKeyModel | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The second half, shown this once. Hand it to the holder, who redeems the key with it and the first half.',
  })
  secondHalf: string | null;

  @Field(() => [ConfirmApiKeyUserErrorModel], { description: 'Expected refusals; empty when it was confirmed.' })
  userErrors: ConfirmApiKeyUserErrorModel[];
}

export function toConfirmApiKeyPayload({
  key,
  shown,
  refusal,
}: ApiKeyResult<ConfirmApiKeyRefusalCode>): ConfirmApiKeyPayload {
  return {
    apiKey: key && toApiKeyModel(key),
    secondHalf: shown?.reveal() ?? null,
    userErrors: refusal ? [{ ...refusal, field: [...refusal.field] }] : [],
  };
}
