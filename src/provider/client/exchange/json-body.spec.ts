import fc from 'fast-check';
import { asJsonObject, parseJsonBody } from './json-body.js';

const bytes = (text: string) => Buffer.from(text);

describe('JSON bodies', () => {
  it.each([
    'application/json',
    'application/json;charset=utf-8',
    'Application/JSON; charset="UTF-8"',
    'application/problem+json',
  ])('parses JSON with the content type %s', (contentType) => {
    expect(parseJsonBody(contentType, bytes('{"a":[1]}'))).toEqual({ ok: true, value: { a: [1] } });
  });

  it.each([undefined, '', 'text/html', 'text/json', 'application/json; charset=utf-16'])(
    'parses JSON despite the content type %s',
    (contentType) => {
      expect(parseJsonBody(contentType, bytes('{}'))).toEqual({ ok: true, value: {} });
    },
  );

  it.each(['application/jsonp', 'application/octet-stream', 'image/png', 'application/x-www-form-urlencoded'])(
    'rejects the content type %s',
    (contentType) => {
      expect(parseJsonBody(contentType, bytes('{}'))).toEqual({ ok: false, flaw: 'content_type' });
    },
  );

  it.each([
    ['123456789012345', 123_456_789_012_345],
    ['0.000123456789012345', 0.000123456789012345],
    ['1234567890123450000', 1_234_567_890_123_450_000],
    ['1.50000000000000000', 1.5],
    ['"1234567890123456"', '1234567890123456'],
    ['1234567890123456', '\0' + '1234567890123456'],
    ['-0.1234567890123456', '\0-0.1234567890123456'],
    ['1234567890.123456e3', '\0' + '1234567890.123456e3'],
  ])('keeps every digit of %s', (literal, value) => {
    const text = `{"a":[${literal}],"b":"\\"1234567890123456,"}`;

    expect(parseJsonBody('text/json', bytes(text))).toEqual({
      ok: true,
      value: { a: [value], b: '"1234567890123456,' },
    });
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'not_utf8'],
    ['nothing', bytes(''), 'not_json'],
    ['two values', bytes('{}{}'), 'not_json'],
    ['33 levels', bytes('['.repeat(33) + ']'.repeat(33)), 'too_deep'],
    ['a megabyte of open brackets', bytes('['.repeat(1_048_576)), 'too_deep'],
    ['a megabyte of escaped quotes in a string without end', bytes('"' + '\\"'.repeat(524_287)), 'not_json'],
  ])('rejects %s', (_name, body, flaw) => {
    expect(parseJsonBody('application/json', body)).toEqual({ ok: false, flaw });
  });

  it('invalid UTF-8 in one body does not affect the next body', () => {
    parseJsonBody('application/json', Buffer.from([0x22, 0xe2, 0x82]));

    expect(parseJsonBody('application/json', bytes('"ä"'))).toEqual({ ok: true, value: 'ä' });
  });

  it('accepts 32 levels of nesting, and any number of brackets inside strings', () => {
    const text = '['.repeat(32) + JSON.stringify('[{"\\'.repeat(100)) + ']'.repeat(32);

    expect(parseJsonBody('application/json', bytes(text)).ok).toBe(true);
  });

  it('returns any JSON unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/\d[\d.]{15}/.test(text));
        expect(parseJsonBody('application/json', bytes(text))).toEqual({
          ok: true,
          value: JSON.parse(text) as unknown,
        });
      }),
    );
  });

  it('never changes the prototype of objects', () => {
    parseJsonBody('application/json', bytes('{"__proto__":{"polluted":1}}'));

    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('JSON objects', () => {
  it.each([null, 1, 'text', true, [], undefined])('%j is not a JSON object', (value) => {
    expect(asJsonObject(value)).toBeNull();
  });
});
