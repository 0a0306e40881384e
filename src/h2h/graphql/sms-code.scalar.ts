import { createSecretScalar } from '../../platform/graphql/scalars/secret-scalar.js';

export const SmsCodeScalar = createSecretScalar({
  name: 'SmsCode',
  description: "The code from the payer's bank. Accepted only as a variable; never stored or returned.",
});
