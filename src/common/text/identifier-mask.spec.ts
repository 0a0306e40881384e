import fc from 'fast-check';
import { maskIdentifier } from './identifier-mask.js';

describe('masked identifiers', () => {
  it.each([
    ['4111111111111111', '411111***1111'],
    ['6799990100000000019', '679999***0019'],
    ['+79123456789', '***6789'],
    ['221701234567', '***4567'],
    ['52998224725', '***4725'],
    ['12ABC34501DE35', '***DE35'],
    ['7d9f0335-8dcc-4054-9bf9-0dbd61d36906', '***6906'],
    ['maria@example.com.br', 'm***@e***'],
    ['player_one', '***_one'],
    ['anna', '***na'],
    ['a', '***'],
    ['', '***'],
    ['a@b', '***@***'],
    ['@anna', '***na'],
    ['клиент-77', '***т-77'],
    ['👤👤👤👤', '***👤👤'],
  ])('the mask of %j is %s', (identifier, masked) => {
    expect(maskIdentifier(identifier)).toBe(masked);
  });

  it('a mask shows at most ten characters, and never the whole text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '0', '1', '9', '@', '.', '+'), minLength: 1, maxLength: 40 }),
        (identifier) => {
          const shown = maskIdentifier(identifier).replace('@', '').replaceAll('*', '');
          expect(shown.length).toBeLessThan(identifier.length);
          expect(shown.length).toBeLessThanOrEqual(10);
        },
      ),
    );
  });
});
