/** Patterns to repeat in texts. Each was once slow in some search, parser or regular expression. */
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

/** Patterns to repeat in GraphQL documents. */
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

/** Patterns to repeat in bodies and frames, which are parsed as JSON or searched for ids. */
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
 * Repeats a pattern until its JSON fills `maxBytes`, and appends an `x`. The different ending forces a regular
 * expression that looks for an end to scan the whole text.
 */
export function repeated(pattern: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(JSON.stringify(pattern)) - 2;
  return `${pattern.repeat(Math.floor((maxBytes - 1) / bytes))}x`;
}

/** Like `repeated`, for text that is not written as JSON. */
export function repeatedAsIs(pattern: string, maxBytes: number): string {
  return `${pattern.repeat(Math.floor((maxBytes - 1) / Buffer.byteLength(pattern)))}x`;
}
