import { Field, ID, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../../graphql/user-error.model.js';
import type { RedeemApiKeyResult } from '../redeem-api-key.service.js';

@ObjectType('RedeemApiKeyPayload', { description: 'The secret of the redeemed key, or the problem.' })
export class RedeemApiKeyPayload extends mutationPayload('RedeemApiKey', {
  description: 'Why an API key was not redeemed.',
  values: {
    HALVES_INVALID:
      'The halves do not belong to one key that waits to be redeemed. They are wrong, used, too old, or of a revoked key.',
  },
}) {
  @Field(() => ID, { nullable: true, description: 'The id of the key; null when it was not redeemed.' })
  apiKeyId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The secret to call with, shown this once and to nobody else; null when it was not redeemed.',
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
