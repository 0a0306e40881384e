/** The patterns that texts repeat: each made some search, parser or pattern slow somewhere. */
export const PATTERNS: readonly string[] = [
  '1 ',
  '11 ',
  '12345 ',
  '1._1',
  '4111 1111 1111 1112 ',
  '１１ ',
  '٤ ',
  '4\u200d',
  'e\u0301\u0316',
  ' ',
  'a@a.',
  '.',
  '-',
  '%_\\',
  'https://a.example/?a=1&',
  '+49 ',
  '::',
  '0',
  '\ud800',
  '{"a":[',
  'MC4w',
  '"=",\n',
  'İ',
];

/** The patterns that documents repeat. */
export const DOCUMENTS: readonly string[] = [
  '{',
  '[',
  '(',
  'a ',
  '{a',
  '#',
  '"',
  '"""',
  '...a ',
  '@a ',
  'a:a ',
  '$',
  '1',
  '-',
  '\u200b',
  '{a{',
  ',',
  'payoutGate { isOpen } ',
];

/** The patterns that bodies and frames repeat that are read as JSON, or searched for ids. */
export const BODIES: readonly string[] = [
  '[',
  '{"id":',
  '[[[[[[[[]]]]]]]],',
  '"id":1,',
  '"id" : ',
  'external_id=',
  '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b,',
  '0190a1b2-c3d4-',
  '1',
  '-1e9',
  '\\"',
  '\\u0000',
  '\0',
];

/**
 * As many times as JSON of so many bytes can hold, and ending otherwise than it began: what looks for an end looks at
 * all of it.
 */
export function repeated(pattern: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(JSON.stringify(pattern)) - 2;
  return `${pattern.repeat(Math.floor((maxBytes - 1) / bytes))}x`;
}

/** The same where nothing is written around it. */
export function repeatedAsIs(pattern: string, maxBytes: number): string {
  return `${pattern.repeat(Math.floor((maxBytes - 1) / Buffer.byteLength(pattern)))}x`;
}
