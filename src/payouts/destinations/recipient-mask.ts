import { isIPv4 } from 'node:net';

const HIDDEN = '***';

// Splits by what a reader takes for one letter: a Bengali letter, or one with a separate accent, is several code
// points.
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Masks a name: keeps the first letter of each word, and nothing of a one-letter word. */
export function maskName(name: string): string {
  return name.trim().split(/\s+/u).map(maskWord).join(' ');
}

/** Masks an IP address: keeps the network an operator would look up, without the host. */
export function maskIp(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 2).join('.')}.${HIDDEN}`;
  // Providers usually get a /32, which is the first two groups. There are fewer if zeros are left out.
  const [shown = ''] = address.split('::');
  return `${shown.split(':').slice(0, 2).join(':')}:${HIDDEN}`;
}

function maskWord(word: string): string {
  const [first, second] = Array.from(letters.segment(word), ({ segment }) => segment);
  return `${first !== undefined && second !== undefined ? first : ''}${HIDDEN}`;
}
