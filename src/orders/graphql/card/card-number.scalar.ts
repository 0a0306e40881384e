import { createSecretScalar } from '../../../platform/graphql/scalars/secret-scalar.js';

export const CardNumberScalar = createSecretScalar({
  name: 'CardNumber',
  description: 'The number on a card, with or without spaces. Accepted only as a variable; never stored or returned.',
});
