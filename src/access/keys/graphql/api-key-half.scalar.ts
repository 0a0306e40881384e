import { createSecretScalar } from '../../../platform/graphql/scalars/secret-scalar.js';

export const ApiKeyHalfScalar = createSecretScalar({
  name: 'ApiKeyHalf',
  description:
    'One of the two halves with which the holder redeems an API key. Accepted only as a variable, and only once.',
  // `pk1_live_` has 9 characters, the id 10, the secret 43, the checksum 6 and the separators 2.
  maxLength: 100,
});
