import { cnpj, cpf } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { cnpjFormat, cpfFormat } from './tax-id-format.js';

const DIGITS = Array.from('0123456789');

// If the first check digit is 0, the remainder was 0 or 1, so a changed digit may go undetected: that is how both
// numbers are defined. With any other check digit, every change of one digit must be detected.
const cpfs = digitsOf(9)
  .map(withCheckDigits(cpf))
  .filter((text) => text.charAt(9) !== '0');
const cnpjs = digitsOf(12)
  .map(withCheckDigits(cnpj))
  .filter((text) => text.charAt(12) !== '0');

function digitsOf(length: number): fc.Arbitrary<string> {
  const digits = fc.string({ unit: fc.constantFrom(...DIGITS), minLength: length, maxLength: length });
  return digits.filter((text) => new Set(text).size > 1);
}

function withCheckDigits({ verifierDigit }: { verifierDigit: (digits: string) => number }) {
  return (digits: string) => {
    const first = `${digits}${verifierDigit(digits)}`;
    return `${first}${verifierDigit(first)}`;
  };
}

describe.each([
  ['CPF', cpfFormat, cpfs],
  ['CNPJ', cnpjFormat, cnpjs],
] as const)('%s numbers', (_name, format, valid) => {
  it('any number with valid check digits is accepted', () => {
    fc.assert(
      fc.property(valid, (text) => {
        expect(format.parse(text)).toEqual({ ok: true, value: text });
      }),
    );
  });

  it('a number with any one digit changed is refused', () => {
    fc.assert(
      fc.property(valid, (text) => {
        for (let place = 0; place < text.length; place += 1) {
          for (const digit of DIGITS.filter((other) => other !== text.charAt(place))) {
            const mutation = `${text.slice(0, place)}${digit}${text.slice(place + 1)}`;
            expect(format.parse(mutation)).toMatchObject({ ok: false, code: 'TAX_ID_INVALID' });
          }
        }
      }),
    );
  });

  it.each(DIGITS)('a number that only repeats the digit %s is refused', (digit) => {
    expect(format.parse(digit.repeat(format.example.length)).ok).toBe(false);
  });

  it('a number with text before or after it is refused', () => {
    fc.assert(
      fc.property(valid, fc.constantFrom(' ', '\n', '\u00a0', '\u200f', '.', '0'), (text, extra) => {
        expect([format.parse(`${text}${extra}`).ok, format.parse(`${extra}${text}`).ok]).toEqual([false, false]);
      }),
    );
  });
});

describe('texts in the form of a CPF', () => {
  it.each(['529.982.247-25', '５2998224725', '12ABC34501DE35', ''])('refuses %j', (text) => {
    expect(cpfFormat.parse(text).ok).toBe(false);
  });
});

describe('texts in the form of a CNPJ', () => {
  it.each(['11444777000161', '12ABC34501DE35'])('accepts %s', (text) => {
    expect(cnpjFormat.parse(text).ok).toBe(true);
  });

  it.each(['11.444.777/0001-61', '12.ABC.345/01DE-35', '12abc34501de35', '12ABC34501DE3A', '12ABC34501DE36', ''])(
    'refuses %j',
    (text) => {
      expect(cnpjFormat.parse(text).ok).toBe(false);
    },
  );
});
