import { isEmailAddress, MAX_EMAIL_LENGTH } from '../../../common/text/email-address.js';
import { fieldFormat } from './field-format.js';

// The central bank's PIX directory stores e-mail keys in lower case, with at most this many characters.
const MAX_PIX_KEY_LENGTH = 77;

/**
 * An e-mail address, kept as written, because only its mail server can tell whether case matters before the at sign.
 */
export const emailFormat = fieldFormat({
  kind: 'EMAIL',
  rule: `an e-mail address of at most ${MAX_EMAIL_LENGTH} characters`,
  example: 'maria@example.com',
  code: 'EMAIL_INVALID',
  canonical: (text) => (isEmailAddress(text) ? text : null),
});

export const pixEmailFormat = fieldFormat({
  kind: 'EMAIL',
  rule: `an e-mail address in lower case, of at most ${MAX_PIX_KEY_LENGTH} characters`,
  example: 'maria@example.com.br',
  code: 'EMAIL_INVALID',
  canonical: (text) =>
    isEmailAddress(text) && text.length <= MAX_PIX_KEY_LENGTH && text === text.toLowerCase() ? text : null,
});
