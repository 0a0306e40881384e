import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { Secret } from '../../../common/secret.js';
import { ApiKeyHalfScalar } from './api-key-half.scalar.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { RedeemApiKeyResult } from '../redeem-api-key.service.js';

@InputType('RedeemApiKeyInput', { description: 'The two halves of an API key.' })
export class RedeemApiKeyInput {
  @Field(() => ApiKeyHalfScalar, { description: 'The half that `createApiKey` showed the person who created the key.' })
  firstHalf: Secret;

  @Field(() => ApiKeyHalfScalar, {
    description: 'The half that `confirmChangeRequest` showed the person who confirmed the key.',
  })
  secondHalf: Secret;
}

@ObjectType('RedeemApiKeyPayload', { description: 'The secret of the redeemed key, or the problem with the request.' })
export class RedeemApiKeyPayload extends mutationPayload('RedeemApiKey', {
  description: 'Why an API key was not redeemed.',
  values: {
    HALVES_INVALID:
      'The halves do not belong to a key that can be redeemed: they are wrong, already used or expired, or the key was revoked.',
  },
}) {
  @Field(() => ID, { nullable: true, description: 'The id of the key; null if the key was not redeemed.' })
  apiKeyId: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The key's secret, shown only once; null if the key was not redeemed.",
  })
  secret: string | null;
}

export function toRedeemApiKeyPayload({ redeemed, refusal }: RedeemApiKeyResult): RedeemApiKeyPayload {
  return {
    apiKeyId: redeemed?.id ?? null,
    secret: redeemed?.secret.reveal() ?? null,
    userErrors: toUserErrors(refusal && { ...refusal, field: [] }),
  };
}
