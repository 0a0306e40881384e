import fc from 'fast-check';
import { findIdInJson, findIdsInBody } from './json-id.js';

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

describe('the ids that a body of any form may name', () => {
  const THIRD = '11111111-2222-3333-4444-555555555555';
  const findAll = (body: string | Buffer, limit = 5): string[] =>
    findIdsInBody(typeof body === 'string' ? Buffer.from(body) : body, PATHS, limit);

  it.each([
    [`{"event":"${OTHER}","payoutId":"${ID}"}`, [OTHER, ID]],
    [`{"event":"${OTHER}","order":{"id":"${ID}"}}`, [ID, OTHER]],
    [`{"id":"${OTHER}","data":{"id":"${ID}"}}`, [OTHER, ID]],
    [`[{"id":"${ID}"},{"id":"${ID.toUpperCase()}"}]`, [ID]],
    [`payout_id=${ID}&event=${OTHER}`, [ID, OTHER]],
    [`<payout id='${ID}'/>`, [ID]],
    [`{"url":"https://service.test/v1/payouts/${ID}/receipt"}`, [ID]],
    [`{"id":"${ID}","amount":"12.5`, [ID]],
    [`{"merchantId":"${OTHER}","shop_id":"${OTHER}","externalId": "${THIRD}","id":"${ID}"}`, [ID]],
    [`merchant_id=${OTHER}&id=${ID}`, [ID]],
    ['{"id":"00000000-0000-0000-0000-000000000000"}', []],
    [`{"id":"${ID}0"}`, []],
    ['', []],
    ['[]', []],
  ])('are found in %s', (body, ids) => {
    expect(findAll(body)).toEqual(ids);
  });

  it('are found in every charset', () => {
    expect(findAll(Buffer.from(`{"id":"${ID}"}`, 'utf16le'))).toEqual([ID]);
    expect(
      findAll(Buffer.concat([Buffer.from(`{"id":"${ID}","name":"Jos`), Buffer.of(0xe9), Buffer.from('"}')])),
    ).toEqual([ID]);
  });

  it('are no more than asked for', () => {
    const ids = Array.from({ length: 9 }, (_, at) => `${at}${ID.slice(1)}`);
    expect(findAll(JSON.stringify(ids))).toEqual(ids.slice(0, 5));
    expect(findAll(JSON.stringify(ids), 2)).toEqual(ids.slice(0, 2));
  });

  it.each([
    ['digits', '0'.repeat(1_048_576)],
    ['hyphens', '-'.repeat(1_048_576)],
    ['beginnings of ids', '01234567-89ab-cdef-0123-456789abcde'.repeat(29_959)],
    ['names of other ids', '"merchantId" : "'.repeat(65_536)],
    ['blanks behind a name', `merchantId${' '.repeat(1_048_566)}`],
  ])('are looked for in 1 MiB of %s in no time', (_, text) => {
    const body = Buffer.from(text);
    const begunAt = performance.now();
    expect(findAll(body)).toEqual([]);
    // Some 30 ms here; anything quadratic would take minutes.
    expect(performance.now() - begunAt).toBeLessThan(5_000);
  });
});
