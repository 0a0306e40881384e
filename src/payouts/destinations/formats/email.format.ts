import { fieldFormat } from './field.format.js';

// RFC 5321: 64 before the at sign, 254 in all, as the path around it takes the other two of 256.
const MAX_LENGTH = 254;
const MAX_LENGTH_BEFORE_AT = 64;

// The central bank's directory of PIX keys stores e-mail keys in lower case and at most this long.
const MAX_PIX_KEY_LENGTH = 77;

// The dot-atom form of RFC 5322 at a host name whose last label starts with a letter, so that it is no IP address.
// Quoted and non-ASCII mailboxes are valid too, but few services deliver to them.
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ADDRESS = new RegExp(
  `^(?=.{1,${MAX_LENGTH_BEFORE_AT}}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[A-Za-z])(?=..)${LABEL}$`,
);

/** An e-mail address, kept as written: only its own mail server knows whether case matters before the at sign. */
export const emailFormat = fieldFormat({
  kind: 'EMAIL',
  rule: `an e-mail address of at most ${MAX_LENGTH} characters`,
  example: 'maria@example.com',
  code: 'EMAIL_INVALID',
  canonical: (text) => (isAddress(text) ? text : null),
});

/** A PIX key that is an e-mail address. */
export const pixEmailFormat = fieldFormat({
  kind: 'EMAIL',
  rule: `an e-mail address in lower case, of at most ${MAX_PIX_KEY_LENGTH} characters`,
  example: 'maria@example.com.br',
  code: 'EMAIL_INVALID',
  canonical: (text) =>
    isAddress(text) && text.length <= MAX_PIX_KEY_LENGTH && text === text.toLowerCase() ? text : null,
});

function isAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text);
}
