import { Field, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../../graphql/user-error.model.js';
import type { CreateApiKeyResult } from '../api-keys.service.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../changes/graphql/change-request.model.js';
import { ApiKeyModel, toApiKeyModel } from './api-key.model.js';

@ObjectType('CreateApiKeyPayload', { description: 'The key that was made, and the problems with the request.' })
export class CreateApiKeyPayload extends mutationPayload('CreateApiKey', {
  description: 'Why an API key was not made.',
  values: {
    NAME_INVALID: 'The name is empty, too long or unprintable, or holds a card number.',
    NOTHING_GRANTED: 'It has neither a role nor a scope.',
    SCOPE_UNKNOWN: 'There is no such scope.',
    DUTIES_COMBINED: 'Creating payouts, approving payouts and managing keys exclude each other.',
    ADDRESS_INVALID: 'An entry is no IP address and no network.',
    TOO_MANY_ACCOUNTS: 'There are more than 20 accounts.',
    ACCOUNT_NOT_FOUND: 'One of the accounts does not exist.',
    TOO_MANY_ADDRESSES: 'There are more than 20 addresses.',
    TOO_MANY_PENDING: 'Too many keys wait to be confirmed or redeemed, which is 100.',
    EXPIRES_AT_INVALID: 'It would end in the past, or in more than 365 days.',
  },
}) {
  @Field(() => ApiKeyModel, {
    nullable: true,
    description: 'The key; it opens nothing until another person confirms it and its holder redeems it.',
  })
  apiKey: ApiKeyModel | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The first half, shown this once. Hand it to the holder; whoever confirms the key gets the second half.',
  })
  firstHalf: string | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null when no key was made.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toCreateApiKeyPayload({
  key,
  shown,
  changeRequest,
  refusals,
}: CreateApiKeyResult): CreateApiKeyPayload {
  return {
    apiKey: key && toApiKeyModel(key),
    firstHalf: shown?.reveal() ?? null,
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusals),
  };
}
