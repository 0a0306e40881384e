import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { join } from 'node:path';
import { searchFiles } from './canary-search.js';
import { ShortCanary } from './canary-short.js';
import { temporaryDirectory } from './temporary-directory.js';

const CVV = '0917';
const CARD = { cardNumber: '371449635398431', cvv: CVV, expiryDate: '12/39' };

/** Forms of the value as written by real programs, independent of the search. */
const WRITTEN: readonly (readonly [string, string | Buffer])[] = [
  ['JSON', JSON.stringify(CARD)],
  ['JSON for people', JSON.stringify(CARD, null, 2)],
  ['JSON in JSON', JSON.stringify({ body: JSON.stringify(CARD) })],
  ['an object in a log', inspect(CARD)],
  ['a form', new URLSearchParams(CARD).toString()],
  ['JSON in an address', encodeURIComponent(JSON.stringify(CARD))],
  ['base64', Buffer.from(JSON.stringify(CARD)).toString('base64')],
  ['hex', Buffer.from(JSON.stringify(CARD)).toString('hex')],
  ['UTF-16', Buffer.from(JSON.stringify(CARD), 'utf16le')],
  ['a literal of GraphQL', `{ cvv: "${CVV}" }`],
  ['a parameter of a statement', `DETAIL:  parameters: $1 = '${CVV}'`],
  ['a row', `(1,${CVV},t)`],
  ['a message', `The code ${CVV} is wrong`],
  ['the end of a message', `Invalid cvv: ${CVV}\n`],
  ['a field of a table', Buffer.concat([Buffer.from([0, 11]), Buffer.from(CVV), Buffer.from([0])])],
];

describe('short canary', () => {
  const directory = temporaryDirectory();

  afterAll(() => {
    directory.remove();
  });

  function search(content: string | Buffer): number {
    const file = join(directory.path, 'file');
    writeFileSync(file, content);
    return searchFiles([new ShortCanary(CVV, 'cvv')], { paths: [file] }).length;
  }

  it.each(WRITTEN)('the search finds a short canary in %s', (_, content) => {
    expect(search(content)).toBeGreaterThan(0);
  });

  it.each(['{"id":"0190917a"}', '10917', '"09170"', '2026-09-17T09:17:00', 'cvv: "***"', '{"cvv":"0918"}'])(
    'the search does not find a short canary in %s',
    (content) => {
      expect(search(content)).toBe(0);
    },
  );

  it('refuses a short canary that programs might write as a number', () => {
    expect(() => new ShortCanary('5432', 'port')).toThrow(/no number/);
  });
});
