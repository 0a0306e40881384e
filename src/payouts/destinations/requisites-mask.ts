// Phone numbers have at most 15 digits (E.164) and tax numbers 14, so a longer number can only be a card or an id.
const LONG_NUMBER = /^\d{16,19}$/;

const HIDDEN = '***';

/**
 * Masks requisites, so that people recognise them without seeing the whole. A card keeps its first six and last four
 * digits, which PCI DSS allows; an e-mail address keeps the first character on either side; anything else keeps at most
 * its last four characters, and at most half. Requisites are ASCII in every format, so no character is cut in two.
 */
export function maskRequisites(requisites: string): string {
  if (LONG_NUMBER.test(requisites)) return `${requisites.slice(0, 6)}${HIDDEN}${requisites.slice(-4)}`;
  const at = requisites.lastIndexOf('@');
  if (at > 0) return `${initial(requisites.slice(0, at))}@${initial(requisites.slice(at + 1))}`;
  const shown = Math.min(4, Math.floor(requisites.length / 2));
  return `${HIDDEN}${requisites.slice(requisites.length - shown)}`;
}

function initial(text: string): string {
  return `${text.length > 1 ? text.charAt(0) : ''}${HIDDEN}`;
}
