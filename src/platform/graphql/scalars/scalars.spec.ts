import fc from 'fast-check';
import { type GraphQLScalarType, parseValue as parseLiteralText } from 'graphql';
import { isBadUserInput } from '../errors/bad-user-input.js';
import { CurrencyCodeScalar } from './currency-code.scalar.js';
import { validateInput } from '../validation/validate-input.js';
import { DateTimeScalar, EndsBefore } from './date-time.scalar.js';
import { DecimalScalar } from './decimal.scalar.js';

function refusal(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    if (isBadUserInput(error)) return error.message;
    throw error;
  }
  throw new Error('It was accepted');
}

const literal = (scalar: GraphQLScalarType, text: string): unknown => scalar.parseLiteral(parseLiteralText(text));

describe('Decimal', () => {
  const digits = (min: number, max: number) =>
    fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: min, maxLength: max });

  it('accepts and returns every decimal within its limits unchanged', () => {
    const whole = digits(1, 12).map((text) => text.replace(/^0+(?=\d)/, ''));
    fc.assert(
      fc.property(whole, fc.option(digits(1, 4)), (before, after) => {
        const text = after === null ? before : `${before}.${after}`;
        expect(DecimalScalar.parseValue(text)).toBe(text);
        expect(literal(DecimalScalar, `"${text}"`)).toBe(text);
        expect(DecimalScalar.serialize(text)).toBe(text);
      }),
    );
  });

  it.each([
    ...[
      '',
      ' ',
      '1e21',
      '1E5',
      '0x10',
      '.5',
      '5.',
      '00012',
      '-0',
      '-1',
      '+1',
      '1,000.50',
      '1_000',
      '1\u00a0000',
      '٣',
      '１２',
    ],
    ...[
      'NaN',
      'Infinity',
      '12\n',
      '\n12',
      '1'.repeat(13),
      '9'.repeat(1_000_000),
      '0.00001',
      '1.2.3',
      '1\0',
      '0b1',
      'null',
    ],
  ])('rejects the string %j without repeating it', (text) => {
    const message = refusal(() => DecimalScalar.parseValue(text));
    expect(message).toMatch(/^must be an exact decimal in a string/);
    if (text.length > 2) expect(message).not.toContain(text);
  });

  it('rejects every JSON number, because the parser may have rounded it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger()), (number) => {
        expect(refusal(() => DecimalScalar.parseValue(number))).toMatch(/in a string/);
      }),
    );
  });

  it.each([9007199254740993n, true, null, {}, ['1'], { toString: () => '1' }])(
    'rejects a value that is not a string',
    (value) => {
      expect(refusal(() => DecimalScalar.parseValue(value))).toMatch(/in a string/);
    },
  );

  it.each(['5', '10.5', '1e5', 'true', 'ENUM', '["1"]', '{ a: "1" }', 'null', '"1e5"'])(
    'rejects the literal %s',
    (text) => {
      expect(refusal(() => literal(DecimalScalar, text))).toMatch(/in a string/);
    },
  );

  it.each([10.5, '1e5', '-1', null, undefined])('never outputs %p', (value) => {
    expect(() => DecimalScalar.serialize(value)).toThrow(TypeError);
  });
});

describe('CurrencyCode', () => {
  it.each(['KES', 'XOF', 'USD'])('accepts the code %s', (code) => {
    expect(CurrencyCodeScalar.parseValue(code)).toBe(code);
    expect(CurrencyCodeScalar.serialize(code)).toBe(code);
  });

  it.each(['kes', 'XXX', 'BTC', 'USD\0', ' USD', '', 'constructor', 840])('rejects the code %j', (value) => {
    expect(refusal(() => CurrencyCodeScalar.parseValue(value))).toMatch(/^must be an active ISO 4217/);
  });

  it('never outputs an unknown code', () => {
    expect(() => CurrencyCodeScalar.serialize('XXX')).toThrow(TypeError);
  });
});

describe('DateTime', () => {
  it('accepts every time that it has output', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(DateTimeScalar.parseValue(DateTimeScalar.serialize(date))).toEqual(date);
        },
      ),
    );
  });

  it.each([
    ['2026-07-01 12:00:00', '2026-07-01T12:00:00.000Z'],
    ['2026-07-01 12:00:00.5', '2026-07-01T12:00:00.500Z'],
    ['2026-07-01 12:00:00.123987', '2026-07-01T12:00:00.123Z'],
  ])("outputs the database's %s in ISO 8601", (text, iso) => {
    expect(DateTimeScalar.serialize(text)).toBe(iso);
  });

  it.each([
    ['2026-07-01T12:00:00Z', '2026-07-01T12:00:00.000Z'],
    ['2026-07-01T12:00:00.5+03:00', '2026-07-01T09:00:00.500Z'],
    ['2026-12-31T23:30:00-05:30', '2027-01-01T05:00:00.000Z'],
    ['2024-02-29T00:00:00.123Z', '2024-02-29T00:00:00.123Z'],
    ['2026-11-26T00:00:00.123456+00:00', '2026-11-26T00:00:00.123Z'],
    ['2026-11-26T00:00:00.123999999Z', '2026-11-26T00:00:00.123Z'],
    ['2026-11-26T00:00:00.1230000Z', '2026-11-26T00:00:00.123Z'],
  ])('parses %s as %s', (text, utc) => {
    expect(DateTimeScalar.parseValue(text).toISOString()).toBe(utc);
  });

  it.each([
    ...['2026-07-01', '2026-07-01T12:00:00', '2026-07-01 12:00:00Z', '2026-02-30T00:00:00Z', '2025-02-29T00:00:00Z'],
    ...['2026-13-01T00:00:00Z', '2026-07-01T24:00:00Z', '2026-07-01T23:59:60Z', '2026-07-01T12:00:00.Z', '', 'now'],
    ...['2026-07-01T12:00:00+15:00', '2026-07-01T12:00:00+01:60', '2026-07-01T12:00:00+0100', '２026-07-01T12:00:00Z'],
    ...[1782900000000, null],
  ])('rejects the time %j', (value) => {
    expect(refusal(() => DateTimeScalar.parseValue(value))).toMatch(/^must be a real ISO 8601/);
  });

  it.each([
    ['2026-11-26T00:00:00.123456Z', '2026-11-26T00:00:00.124Z'],
    ['2026-11-26T00:00:00.123000Z', '2026-11-26T00:00:00.123Z'],
    ['2026-11-26T00:00:00.123Z', '2026-11-26T00:00:00.123Z'],
  ])('rounds %s up to %s in a field that is an exclusive end', (text, utc) => {
    class Range {
      @EndsBefore()
      to: Date;
    }
    const { input, problems } = validateInput(Range, { to: DateTimeScalar.parseValue(text) }, []);
    expect(input.to.toISOString()).toBe(utc);
    expect(problems).toEqual([]);
  });

  it.each([new Date(NaN), '2026-07-01T12:00:00Z', '2026-07-01 12:00:00+03', 'infinity', 0])(
    'never outputs %p',
    (value) => {
      expect(() => DateTimeScalar.serialize(value)).toThrow(TypeError);
    },
  );
});
