import fc from 'fast-check';
import { maskIp, maskName } from './recipient-mask.js';

describe('masked names', () => {
  it.each([
    ['John Doe', 'J*** D***'],
    ['Maria da Silva', 'M*** d*** S***'],
    ['  Anne-Marie  ', 'A***'],
    ['J Doe', '*** D***'],
    ['X', '***'],
    ['', '***'],
    ['Ólafur', 'Ó***'],
    ['O\u0301lafur', 'O\u0301***'],
    ['O\u0301', '***'],
    ['👩‍👩‍👧 Doe', '*** D***'],
  ])('the mask of %j is %s', (name, masked) => {
    expect(maskName(name)).toBe(masked);
  });

  it('a mask shows at most the first letter of each word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'я', '-'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const expected = words.map((text) => `${text.length > 1 ? text.charAt(0) : ''}***`);
        expect(maskName(words.join(' '))).toBe(expected.join(' '));
      }),
    );
  });
});

describe('masked IP addresses', () => {
  it.each([
    ['203.0.113.7', '203.0.***'],
    ['2001:db8:85a3::8a2e:370:7334', '2001:db8:***'],
    ['2001:db8::1', '2001:db8:***'],
    ['fe80::1', 'fe80:***'],
    ['::1', ':***'],
    ['::ffff:203.0.113.7', ':***'],
  ])('the mask of %s is %s', (address, masked) => {
    expect(maskIp(address)).toBe(masked);
  });

  it('a mask never shows the whole address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        expect(maskIp(address)).not.toContain(address);
      }),
    );
  });
});
