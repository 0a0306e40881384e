import { Field, InputType } from '@nestjs/graphql';
import type { Secret } from '../../../common/secret.js';
import { ApiKeyHalfScalar } from '../../../graphql/scalars/api-key-half.scalar.js';

@InputType('RedeemApiKeyInput', { description: 'The two halves of an API key.' })
export class RedeemApiKeyInput {
  @Field(() => ApiKeyHalfScalar, { description: 'The half that createApiKey showed its maker.' })
  firstHalf: Secret;

  @Field(() => ApiKeyHalfScalar, { description: 'The half that confirmChangeRequest showed the confirmer.' })
  secondHalf: Secret;
}
