import fc from 'fast-check';
import { maskRequisites } from './requisites-mask.js';

describe('masked requisites', () => {
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
  ])('the mask of %j is %s', (requisites, masked) => {
    expect(maskRequisites(requisites)).toBe(masked);
  });

  it('a mask shows at most ten characters, and never the whole text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '0', '1', '9', '@', '.', '+'), minLength: 1, maxLength: 40 }),
        (requisites) => {
          const shown = maskRequisites(requisites).replace('@', '').replaceAll('*', '');
          expect(shown.length).toBeLessThan(requisites.length);
          expect(shown.length).toBeLessThanOrEqual(10);
        },
      ),
    );
  });
});
