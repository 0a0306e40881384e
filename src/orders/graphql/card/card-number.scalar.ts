import { createSecretScalar } from '../../../platform/graphql/scalars/secret-scalar.js';

export const CardNumberScalar = createSecretScalar({
  name: 'CardNumber',
  description: 'The number on a card, with or without spaces: only as a variable, never stored and never given out.',
});
