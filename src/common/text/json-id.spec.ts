import fc from 'fast-check';
import { findCompactIds, findExternalIds, findIdsInBody } from './json-id.js';

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const OTHER = '0190a1b2-c3d4-7e5f-8a9b-ffffffffffff';
const PATHS = [['id'], ['orderId'], ['order', 'id'], ['__proto__', 'id'], ['constructor', 'name'], ['list', '0']];

describe('ids in a body', () => {
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
    [`<externalId>${OTHER}</externalId><id>${ID}</id>`, [ID]],
    ['{"id":"00000000-0000-0000-0000-000000000000"}', []],
    [`{"id":"${ID}0"}`, []],
    ['', []],
    ['[]', []],
    [`\ufeff{"id":"${ID}"}`, [ID]],
    [`{"id":"${ID}","x":"${'['.repeat(40)}"}`, [ID]],
    [`{"order":"po_${ID}"}`, [ID]],
    [`id=${ID.replaceAll('-', '%2D')}`, [ID]],
    [`{"order":"${ID.replaceAll('-', '\\u002d')}"}`, [ID]],
  ])('finds exactly the ids in %s', (body, ids) => {
    expect(findAll(body)).toEqual(ids);
  });

  it('ids are found in every charset', () => {
    expect(findAll(Buffer.from(`{"id":"${ID}"}`, 'utf16le'))).toEqual([ID]);
    expect(
      findAll(Buffer.concat([Buffer.from(`{"id":"${ID}","name":"Jos`), Buffer.of(0xe9), Buffer.from('"}')])),
    ).toEqual([ID]);
  });

  it("a prototype's property is never taken for an id", () => {
    const shared = Object.prototype as { id?: string };
    shared.id = ID;
    try {
      expect(findAll('{}')).toEqual([]);
    } finally {
      delete shared.id;
    }
  });

  it('finds only ids, whatever the body contains', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        ),
        (body) => {
          for (const id of findAll(body)) expect(id).toMatch(/^[0-9a-f-]{36}$/);
        },
      ),
    );
  });

  it('the number of ids found is limited', () => {
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
  ])('ids are found quickly in 1 MiB of %s', (_, text) => {
    const body = Buffer.from(text);
    const begunAt = performance.now();
    expect(findAll(body)).toEqual([]);
    // Takes some 30 ms here; quadratic time would be minutes.
    expect(performance.now() - begunAt).toBeLessThan(5_000);
  });
});

describe('UUIDs without hyphens', () => {
  const compact = ID.replaceAll('-', '');

  it.each([
    [`{"id":"${compact}"}`, [ID]],
    [`{"id":"${compact.toUpperCase()}"}`, [ID]],
    [`order=${compact}&x=1`, [ID]],
    [`{"sha256":"${compact}${compact}"}`, []],
    [`{"id":"${ID}"}`, []],
  ])('finds exactly the UUIDs without hyphens in %s', (body, ids) => {
    expect(findCompactIds(Buffer.from(body), 5)).toEqual(ids);
  });
});

describe('external ids', () => {
  it.each([
    ['{"externalId":"inv-1","status":"PAID"}', ['inv-1']],
    ['{"data":{"external_id": "inv 1"}}', ['inv 1']],
    ['{"externalId":4173}', ['4173']],
    ['externalId=inv%201&status=PAID', ['inv%201', 'inv 1']],
    ['<order><externalId>inv-1</externalId></order>', ['inv-1']],
    ['[{"externalId":"a"},{"externalId":"b"}]', ['a', 'b']],
    ['{"externalId":null,"id":"x"}', ['null']],
    ['{"externalId":""}', []],
    ['{"id":"inv-1"}', []],
  ])('finds exactly the external ids in %s', (body, ids) => {
    expect(findExternalIds(Buffer.from(body), 5)).toEqual(ids);
  });

  it('external ids are found in UTF-16', () => {
    expect(findExternalIds(Buffer.from('{"externalId":"Ünï-1"}', 'utf16le'), 5)).toEqual(['Ünï-1']);
  });

  it.each([
    ['names', '"externalId" : "'.repeat(65_536)],
    ['blanks behind a name', `externalId${' '.repeat(1_048_566)}`],
    ['hexadecimal digits', 'a'.repeat(1_048_576)],
  ])('external ids are found quickly in 1 MiB of %s', (_, text) => {
    const begunAt = performance.now();
    findExternalIds(Buffer.from(text), 5);
    findCompactIds(Buffer.from(text), 5);
    expect(performance.now() - begunAt).toBeLessThan(5_000);
  });
});
