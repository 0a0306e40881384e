import fc from 'fast-check';
import { newId, parseUuid } from './ids.js';

describe('ids', () => {
  it('any version and case of a UUID is accepted, and becomes lower case', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (id, isUpper) => {
        expect(parseUuid(isUpper ? id.toUpperCase() : id)).toBe(id);
      }),
    );
  });

  it.each([
    '',
    'x',
    '0190a1b2c3d47e5f8a9b0c1d2e3f4a5b',
    '{0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b}',
    '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b\n',
    '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5g',
    '../0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
    '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b/x',
  ])('refuses %j', (text) => {
    expect(parseUuid(text)).toBeNull();
  });

  it('a text with a Kelvin sign is refused', () => {
    // Lower-casing turns the Kelvin sign into a plain k.
    expect(parseUuid('\u212a190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')).toBeNull();
  });

  it('each new id is unique and sorts after the previous one', () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect(new Set(ids).size).toBe(1_000);
    expect([...ids].sort()).toEqual(ids);
    expect(ids.every((id) => parseUuid(id) === id)).toBe(true);
  });
});
