import { createSecretScalar } from '../../../platform/graphql/scalars/secret-scalar.js';

export const ApiKeyHalfScalar = createSecretScalar({
  name: 'ApiKeyHalf',
  description: 'One of the two texts that an API key is redeemed with: only as a variable, and of use once.',
  // `pk1_live_`, 10 characters, 43 of the secret, 6 of the checksum, and the separators.
  maxLength: 100,
});
