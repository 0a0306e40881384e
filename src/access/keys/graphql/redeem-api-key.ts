import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { Secret } from '../../../common/secret.js';
import { ApiKeyHalfScalar } from './api-key-half.scalar.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { RedeemApiKeyResult } from '../redeem-api-key.service.js';

@InputType('RedeemApiKeyInput', { description: 'The two halves of an API key.' })
export class RedeemApiKeyInput {
  @Field(() => ApiKeyHalfScalar, { description: 'The half that createApiKey showed its maker.' })
  firstHalf: Secret;

  @Field(() => ApiKeyHalfScalar, { description: 'The half that confirmChangeRequest showed the confirmer.' })
  secondHalf: Secret;
}

@ObjectType('RedeemApiKeyPayload', { description: 'The secret of the redeemed key, or the problem.' })
export class RedeemApiKeyPayload extends mutationPayload('RedeemApiKey', {
  description: 'Why an API key was not redeemed.',
  values: {
    HALVES_INVALID:
      'The halves do not belong to a key that can be redeemed: they are wrong, used, expired, or of a revoked key.',
  },
}) {
  @Field(() => ID, { nullable: true, description: 'The id of the key; null if it was not redeemed.' })
  apiKeyId: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The key's secret, shown only once; null if it was not redeemed.",
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
