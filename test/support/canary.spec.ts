import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { cardFormat } from '../../src/payouts/destinations/formats/card-format.js';
import { searchFiles } from './canary-search.js';
import { Canary } from './canary.js';
import { temporaryDirectory } from './temporary-directory.js';

const NUMBER = '4716258893017462';
const TEXT = 'Zoë>>>???/~jk';

const base64 = (before: string, text: string): string => Buffer.from(`${before}${text} and more`).toString('base64');

const number = (write: (buffer: Buffer) => void): Buffer => {
  const buffer = Buffer.alloc(8);
  write(buffer);
  return buffer;
};

/** Each form of a number, written by code other than the search's. */
const WRITTEN: readonly (readonly [string, string, string | Buffer])[] = [
  ['plain', NUMBER, `card=${NUMBER};`],
  ['plain', TEXT, `"${TEXT}"`],
  ['with spaces', NUMBER, '4716 2588 9301 7462'],
  ['with dashes', NUMBER, '4716-2588-9301-7462'],
  ...['', 'a', 'ab', 'abc'].flatMap((before) => [
    ['base64', NUMBER, base64(before, NUMBER)] as const,
    ['base64', TEXT, base64(before, TEXT)] as const,
    ['base64', TEXT, Buffer.from(`${before}${TEXT}`).toString('base64url')] as const,
  ]),
  ['hex', NUMBER, '\\x34373136323538383933303137343632'],
  ['hex', TEXT, Buffer.from(TEXT).toString('hex').toUpperCase()],
  ['UTF-16', NUMBER, Buffer.from(`x${NUMBER}x`, 'utf16le')],
  ['UTF-16', NUMBER, Buffer.from(`x${NUMBER}x`, 'utf16le').swap16()],
  ['JSON', 'a "quoted" secret', JSON.stringify({ key: 'a "quoted" secret' })],
  ['JSON escapes', NUMBER, NUMBER.replace(/\d/g, String.raw`\u003$&`)],
  ['percent escapes', NUMBER, NUMBER.replace(/\d/g, '%3$&')],
  ['integer', NUMBER, number((buffer) => buffer.writeBigInt64LE(4_716_258_893_017_462n))],
  ['integer', NUMBER, number((buffer) => buffer.writeBigInt64BE(4_716_258_893_017_462n))],
  ['floating point', NUMBER, number((buffer) => buffer.writeDoubleLE(4_716_258_893_017_462))],
  ['floating point', NUMBER, number((buffer) => buffer.writeDoubleBE(4_716_258_893_017_462))],
  ['numeric', NUMBER, Buffer.from(new Uint16Array([4716, 2588, 9301, 7462]).buffer)],
];

describe('canary', () => {
  const directory = temporaryDirectory();

  afterAll(() => {
    directory.remove();
  });

  function write(content: string | Buffer): string {
    const file = join(directory.path, 'file');
    writeFileSync(file, content);
    return file;
  }

  it.each(WRITTEN)('the search finds a number written as %s: %s', (form, text, content) => {
    const file = write(content);
    const [finding, ...others] = searchFiles([new Canary(text)], { paths: [file] });
    expect(finding).toMatchObject({ canary: text, file, form });
    expect(others).toEqual([]);
  });

  it('the search finds a canary across chunk borders and reports its offset', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 300 }),
        fc.integer({ min: 1, max: 64 }),
        fc.nat({ max: 100 }),
        (offset, chunkBytes, rest) => {
          const file = write(`${'4'.repeat(offset)}${NUMBER}${'4'.repeat(rest)}`);
          const findings = searchFiles([new Canary(NUMBER)], { paths: [file], chunkBytes });
          expect(findings).toEqual([{ canary: NUMBER, file, form: 'plain', offset }]);
        },
      ),
    );
  });

  it('the search ignores near matches', () => {
    const file = write(`${NUMBER.slice(1)} ${NUMBER.slice(0, -1)} 4716258893017463 4716  2588 9301 7462`);
    expect(searchFiles([new Canary(NUMBER)], { paths: [file] })).toEqual([]);
  });

  it('a file with several names is reported once, unless it may contain the canary', () => {
    const deep = join(directory.path, 'deep', 'deeper');
    mkdirSync(deep, { recursive: true });
    for (const name of ['leak', 'allowed']) writeFileSync(join(deep, name), NUMBER);
    const [link, gone] = [join(directory.path, 'link'), join(directory.path, 'gone')];
    symlinkSync(deep, link);
    symlinkSync(join(directory.path, 'nowhere'), gone);
    const findings = searchFiles([new Canary(NUMBER), new Canary(TEXT)], {
      paths: [join(directory.path, 'deep'), link, gone],
      except: ['allowed'],
    });
    expect(findings).toEqual([{ canary: NUMBER, file: join(deep, 'leak'), form: 'plain', offset: 0 }]);
  });

  it('a file is searched again only if it changed or contained the canary', () => {
    const clean = new Map<string, string>();
    const [stays, changes] = ['stays', 'changes'].map((name) => join(directory.path, name)) as [string, string];
    for (const file of [stays, changes]) writeFileSync(file, 'nothing');
    const search = () => searchFiles([new Canary(NUMBER)], { paths: [stays, changes], clean }).map(({ file }) => file);
    expect(search()).toEqual([]);
    expect([...clean.keys()]).toEqual([stays, changes]);
    writeFileSync(changes, NUMBER);
    expect([search(), search()]).toEqual([[changes], [changes]]);
  });

  it('a canary is a card number that Purser accepts', () => {
    for (let count = 0; count < 100; count += 1) expect(cardFormat.parse(Canary.cardNumber().text).ok).toBe(true);
  });

  it('refuses a text that others might contain by chance', () => {
    expect(() => new Canary('123')).toThrow(/at least/);
  });
});
