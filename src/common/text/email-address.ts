// RFC 5321: at most 64 characters before the at sign, and 254 in all, because the path around the address may have 256
// and adds two.
export const MAX_EMAIL_LENGTH = 254;
const MAX_LENGTH_BEFORE_AT = 64;

// The dot-atom form in RFC 5322 at a host name. The last label starts with a letter, which excludes IP addresses.
// Quoted and non-ASCII mailboxes are valid, too, but few services deliver to them.
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ADDRESS = new RegExp(
  `^(?=.{1,${MAX_LENGTH_BEFORE_AT}}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[A-Za-z])(?=..)${LABEL}$`,
);

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && ADDRESS.test(text);
}
