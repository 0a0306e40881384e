// RFC 5321: 64 before the at sign, 254 in all, because the path around it takes two of its 256.
export const MAX_EMAIL_LENGTH = 254;
const MAX_LENGTH_BEFORE_AT = 64;

// RFC 5322's dot-atom form at a host name whose last label starts with a letter, so it is no IP address. Quoted and
// non-ASCII mailboxes are valid, too, but few services deliver to them.
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ADDRESS = new RegExp(
  `^(?=.{1,${MAX_LENGTH_BEFORE_AT}}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[A-Za-z])(?=..)${LABEL}$`,
);

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && ADDRESS.test(text);
}
