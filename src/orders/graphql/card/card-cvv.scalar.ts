import { createSecretScalar } from '../../../platform/graphql/scalars/secret-scalar.js';

export const CardCvvScalar = createSecretScalar({
  name: 'CardCvv',
  description: 'The security code of a card. Accepted only as a variable; never stored or returned.',
});
