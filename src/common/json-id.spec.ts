import fc from 'fast-check';
import { findIdInJson } from './json-id.js';

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const OTHER = '0190a1b2-c3d4-7e5f-8a9b-ffffffffffff';
const PATHS = [['id'], ['orderId'], ['order', 'id'], ['__proto__', 'id'], ['constructor', 'name'], ['list', '0']];

const find = (body: string | Buffer): string | null =>
  findIdInJson(typeof body === 'string' ? Buffer.from(body) : body, PATHS);

describe('the order a webhook speaks of', () => {
  it.each([
    [`{"id":"${ID}"}`, ID],
    [`{"id":"${ID.toUpperCase()}"}`, ID],
    [`{"order":{"id":"${ID}"}}`, ID],
    [`{"orderId":"${OTHER}","id":"${ID}"}`, ID],
    [`{"id":"4173","orderId":"${ID}"}`, ID],
    [`{"id":"${OTHER}","id":"${ID}"}`, ID],
    [`\ufeff{"id":"${ID}"}`, ID],
    [`{"list":["${ID}"]}`, ID],
    [`{"id":"${ID}","x":${'['.repeat(31)}${']'.repeat(31)}}`, ID],
  ])('is found in %s', (body, id) => {
    expect(find(body)).toBe(id);
  });

  it.each([
    '',
    'null',
    '[]',
    '4173',
    `"${ID}"`,
    '{"id":null}',
    `{"id":["${ID}"]}`,
    `{"id":" ${ID}"}`,
    `{"id":"${ID}/.."}`,
    `{"ID":"${ID}"}`,
    `{"data":{"id":"${ID}"}}`,
    `{"id":"${ID}"`,
    `{"id":"${ID}","x":${'['.repeat(32)}${']'.repeat(32)}}`,
    `{"id":"${ID}","x":"${'['.repeat(40)}"}`,
    '['.repeat(45_000),
  ])('is not found in %s', (body) => {
    expect(find(body)).toBeNull();
  });

  it('is not found in bytes that are no UTF-8', () => {
    expect(find(Buffer.concat([Buffer.from(`{"id":"${ID}","x":"`), Buffer.of(0xff), Buffer.from('"}')]))).toBeNull();
    expect(find(Buffer.from(`{"id":"${ID}"}`, 'utf16le'))).toBeNull();
  });

  it('is found under its own names only, never in a prototype', () => {
    const shared = Object.prototype as { id?: string };
    shared.id = ID;
    try {
      expect(find('{}')).toBeNull();
      expect(find('{"constructor":{}}')).toBeNull();
    } finally {
      delete shared.id;
    }
    expect(find(`{"__proto__":{"id":"${ID}"}}`)).toBe(ID);
    expect(({} as { id?: string }).id).toBeUndefined();
  });

  it('is an id or nothing, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        ),
        (body) => {
          const found = find(body);
          if (found !== null) expect(found).toMatch(/^[0-9a-f-]{36}$/);
        },
      ),
    );
  });
});
