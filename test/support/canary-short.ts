import { Canary, type Trace } from './canary.js';

// The texts around a value: quotes, a sentence, a form, an array or a row.
const SURROUNDINGS: readonly (readonly [string, string])[] = [
  ...['"', "'", '`', ' ', '\t', '\\"'].map((mark) => [mark, mark] as const),
  ...[',', '.', '"', '\\', "'", ')', '\n'].map((end) => [' ', end] as const),
  ...[',', '}', ' '].map((end) => [':', end] as const),
  ...['&', ' ', ',', '"', '\n'].map((end) => ['=', end] as const),
  ['(', ','],
  [',', ','],
  [',', ')'],
  ['(', ')'],
  ['[', ']'],
  ['>', '<'],
  ['%22', '%22'],
];

/**
 * A secret of four or five characters that only one test knows. Alone it would be found everywhere, so the search looks
 * for it as a value: between the texts that surround values, and together with its name in every form of a longer
 * canary.
 */
export class ShortCanary {
  readonly traces: readonly Trace[];

  /**
   * @param text not a number in the form in which programs write numbers, because equal ones would be found by chance
   * @param name its field in requests
   * @throws Error if programs do write such numbers, or name and value together are too short
   */
  constructor(
    readonly text: string,
    readonly name: string,
  ) {
    if (/^[1-9]\d*$/.test(text)) throw new Error('A short canary is no number');
    const value = Buffer.from(text);
    this.traces = [
      ...SURROUNDINGS.map(([before, after]) => ({
        form: 'surrounded',
        bytes: Buffer.from(`${before}${text}${after}`),
      })),
      { form: 'hex', bytes: Buffer.from(Buffer.from(`"${text}"`).toString('hex')) },
      { form: 'bytea', bytes: Buffer.from(`\\x${value.toString('hex')}`) },
      // PostgreSQL's text of up to 126 bytes: one byte with the length, doubled and including itself, then the text.
      { form: 'text column', bytes: Buffer.concat([Buffer.from([(value.length + 1) * 2 + 1]), value]) },
      { form: 'UTF-16', bytes: Buffer.from(`"${text}"`, 'utf16le').subarray(0, -1) },
      ...new Canary(`"${name}":"${text}"`).traces,
    ];
  }
}
