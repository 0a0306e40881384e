import fc from 'fast-check';
import { DESTINATIONS } from '../table/destinations.table.js';
import { phoneDigitsFormat, phoneFormat } from './mobile-number-format.js';

const russian = phoneFormat({ countries: ['RU'], home: 'Russia', example: '+79123456789' });
const senegalese = phoneDigitsFormat({ countries: ['SN'], home: 'Senegal', example: '221701234567' });

const numberFormats = DESTINATIONS.flatMap(({ id, fields }) =>
  fields
    .filter(({ format }) => format.kind === 'PHONE' || format.kind === 'DIGITS')
    .map(({ label, format }) => ({ id, label, format })),
);

describe('mobile numbers', () => {
  it.each([
    '79123456789',
    '89123456789',
    '9123456789',
    '+7 912 345-67-89',
    '+7(912)3456789',
    '+7912345678',
    '+791234567890',
    '+789123456789',
    '+7912345678900000',
    '+79123456789x5',
    '+79123456789;ext=5',
    'tel:+79123456789',
    '+7912FLOWERS',
    '\u202b+79123456789',
    '+79123456789\u200f',
    '+٧٩١٢٣٤٥٦٧٨٩',
    '＋79123456789',
    '+79123456789\n',
    '++79123456789',
    '00' + '79123456789',
    '+74951234567',
    '+78001234567',
    '+77012345678',
    '+0',
    '',
  ])('refuses %j as a Russian number', (text) => {
    expect(russian.parse(text)).toEqual({
      ok: false,
      code: 'PHONE_INVALID',
      complaint: 'must be a mobile number of Russia with country code, written like +79123456789',
    });
  });

  it.each(['+221701234567', '221 70 123 45 67', '701234567', '00221701234567', '2217012345670', '221338201234'])(
    'refuses %j as a Senegalese number in digits only',
    (text) => {
      expect(senegalese.parse(text).ok).toBe(false);
    },
  );

  it.each([
    ['BJ', '2290195123456'],
    ['BF', '22670123456'],
    ['CI', '2250123456789'],
    ['GW', '245955012345'],
    ['ML', '22365012345'],
    ['NE', '22793123456'],
    ['SN', '221701234567'],
    ['TG', '22890112345'],
  ])('accepts a number from %s, a country of the West African franc zone', (_country, text) => {
    const westAfrican = numberFormats.find(({ id }) => id === 'west-africa');
    expect(westAfrican?.format.parse(text)).toEqual({ ok: true, value: text });
  });

  it.each(['2782123456', '278212345', '2781'])(
    'refuses the South African number %s, which has too few digits',
    (text) => {
      const southAfrican = phoneDigitsFormat({ countries: ['ZA'], home: 'South Africa', example: '27711234567' });
      expect(southAfrican.parse('27821234567').ok).toBe(true);
      expect(southAfrican.parse(text).ok).toBe(false);
    },
  );

  it('refuses a Ugandan number with the prefix 039, which the library takes for a landline (docs/provider.md)', () => {
    const ugandan = phoneDigitsFormat({ countries: ['UG'], home: 'Uganda', example: '256712345678' });
    expect(ugandan.parse('256391234567')).toMatchObject({ ok: false, code: 'PHONE_INVALID' });
  });

  it.each(numberFormats)('refuses the example for $id ($label) with any character inserted', ({ format }) => {
    const { example } = format;
    fc.assert(
      fc.property(
        fc.nat({ max: example.length }),
        fc.constantFrom(' ', '-', '(', 'x', '\t', '\n', '\u00a0', '\u200e', '\u202e', '٣', '+', '#'),
        (place, extra) => {
          expect(format.parse(`${example.slice(0, place)}${extra}${example.slice(place)}`).ok).toBe(false);
        },
      ),
    );
  });

  it.each(numberFormats)('refuses the example for $id ($label) without its last digit', ({ format }) => {
    expect(format.parse(format.example.slice(0, -1)).ok).toBe(false);
  });

  it.each(numberFormats)('refuses the numbers of other countries for $id ($label)', ({ format }) => {
    const others = numberFormats
      .map((other) => other.format)
      .filter(({ kind, rule }) => kind === format.kind && rule !== format.rule);
    expect(others.filter(({ example }) => format.parse(example).ok)).toEqual([]);
  });
});
