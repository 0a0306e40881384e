import { createSecretScalar } from '../../platform/graphql/scalars/secret-scalar.js';

export const SmsCodeScalar = createSecretScalar({
  name: 'SmsCode',
  description: "The code that the payer's bank sent: only as a variable, never stored and never given out.",
});
