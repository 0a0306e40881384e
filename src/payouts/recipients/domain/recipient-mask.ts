import { isIPv4 } from 'node:net';

const HIDDEN = '***';

// By what a reader takes for one letter: a letter of Bengali or one with a separate accent is several code points.
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A name as people may see it: the first letter of each word, and nothing of a word of one letter. */
export function maskName(name: string): string {
  return name.trim().split(/\s+/u).map(maskWord).join(' ');
}

/** An IP address as people may see it: the network an operator would look up, without the host. */
export function maskIp(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 2).join('.')}.${HIDDEN}`;
  // A provider's usual share is a /32, which the first two groups name; fewer are written where zeros are left out.
  const [shown = ''] = address.split('::');
  return `${shown.split(':').slice(0, 2).join(':')}:${HIDDEN}`;
}

function maskWord(word: string): string {
  const [first, second] = Array.from(letters.segment(word), ({ segment }) => segment);
  return `${first !== undefined && second !== undefined ? first : ''}${HIDDEN}`;
}
