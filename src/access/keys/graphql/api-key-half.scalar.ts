import { createSecretScalar } from '../../../platform/graphql/scalars/secret-scalar.js';

export const ApiKeyHalfScalar = createSecretScalar({
  name: 'ApiKeyHalf',
  description: 'One of the two halves that redeem an API key. Accepted only as a variable, and only once.',
  // `pk1_live_`, 10 characters, 43 of the secret, 6 of the checksum, and the separators.
  maxLength: 100,
});
