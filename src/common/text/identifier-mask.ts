// Phone numbers have at most 15 digits (E.164) and tax numbers 14, so a longer number can only be a card or an id.
const LONG_NUMBER = /^\d{16,19}$/;

const HIDDEN = '***';

/**
 * Masks a number, address or id of a person, so that people recognise it without seeing the whole. A card keeps its first
 * six and last four digits, which PCI DSS allows; an e-mail address keeps the first character on either side; anything
 * else keeps at most its last four characters, and at most half.
 */
export function maskIdentifier(identifier: string): string {
  if (LONG_NUMBER.test(identifier)) return `${identifier.slice(0, 6)}${HIDDEN}${identifier.slice(-4)}`;
  const at = identifier.lastIndexOf('@');
  if (at > 0) return `${initial(identifier.slice(0, at))}@${initial(identifier.slice(at + 1))}`;
  // Counts code points, because merchants' ids may contain any script.
  const characters = Array.from(identifier);
  const shown = Math.min(4, Math.floor(characters.length / 2));
  return `${HIDDEN}${characters.slice(characters.length - shown).join('')}`;
}

function initial(text: string): string {
  const [first = '', ...others] = Array.from(text);
  return `${others.length > 0 ? first : ''}${HIDDEN}`;
}
