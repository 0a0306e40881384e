import { isIPv4 } from 'node:net';

const HIDDEN = '***';

// Splits a text into what readers take for single letters: a Bengali letter, or one with a separate accent, consists of
// several code points.
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Masks a name: keeps the first letter of each word, but hides one-letter words completely. */
export function maskName(name: string): string {
  return name.trim().split(/\s+/u).map(maskWord).join(' ');
}

/** Masks an IP address: keeps the network, which an operator might look up, and hides the host. */
export function maskIp(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 2).join('.')}.${HIDDEN}`;
  // Internet providers usually have a /32, which is the first two groups. Fewer are shown if `::` follows earlier.
  const [shown = ''] = address.split('::');
  return `${shown.split(':').slice(0, 2).join(':')}:${HIDDEN}`;
}

function maskWord(word: string): string {
  const [first, second] = Array.from(letters.segment(word), ({ segment }) => segment);
  return `${first !== undefined && second !== undefined ? first : ''}${HIDDEN}`;
}
