import fc from 'fast-check';
import type { Config } from '../../config/config.js';
import { Secret } from '../../../common/secret.js';
import { FieldCipher, type SealedColumn, UnsealError } from './field-cipher.js';

const keyOf = (seed: string): Secret => new Secret(Buffer.alloc(32, seed).toString('base64'));

const cipherWith = (seed: string): FieldCipher =>
  new FieldCipher({ encryption: { key: keyOf(seed), readableKeys: [], hashKey: null } } as unknown as Config);

const PLACE: SealedColumn = { table: 'accounts', column: 'sealed_api_token', rowId: 'row-1' };

describe('sealed fields', () => {
  const cipher = cipherWith('one key');
  const sealed = cipher.seal('a token', PLACE);

  it('open where they were sealed, whatever their content', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const plaintext = Buffer.from(bytes);
        expect(cipher.unseal(cipher.seal(plaintext, PLACE), PLACE).equals(plaintext)).toBe(true);
      }),
    );
    expect(cipherWith('one key').unseal(sealed, PLACE).toString()).toBe('a token');
  });

  it('differ each time, and do not contain the plaintext', () => {
    expect(cipher.seal('a token', PLACE).equals(sealed)).toBe(false);
    expect(sealed.includes('a token')).toBe(false);
  });

  it.each<[string, Partial<SealedColumn>]>([
    ['table', { table: 'orders' }],
    ['column', { column: 'name' }],
    ['row', { rowId: 'row-2' }],
    ['place that reads the same run together', { table: 'account', column: 'ssealed_api_token' }],
  ])('sealed fields do not open in another %s', (_, elsewhere) => {
    expect(() => cipher.unseal(sealed, { ...PLACE, ...elsewhere })).toThrow(UnsealError);
  });

  it('sealed fields do not open with another key, and the error names the settings', () => {
    expect(() => cipherWith('another').unseal(sealed, PLACE)).toThrow(
      'accounts.sealed_api_token opens neither with ENCRYPTION_KEY nor with one of ENCRYPTION_KEYS_READABLE',
    );
  });

  it('sealed fields do not open after any bit was flipped', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => cipher.unseal(changed, PLACE)).toThrow(UnsealError);
    }
  });

  it('sealed fields do not open after being truncated', () => {
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => cipher.unseal(sealed.subarray(0, length), PLACE)).toThrow(UnsealError);
    }
  });
});

describe('a cipher with rotated keys', () => {
  const rotated = new FieldCipher({
    encryption: { key: keyOf('new'), readableKeys: [keyOf('old')], hashKey: keyOf('old') },
  } as unknown as Config);

  it('opens values sealed with the old key, and seals with the new one', () => {
    expect(rotated.unseal(cipherWith('old').seal('a token', PLACE), PLACE).toString()).toBe('a token');
    const sealed = rotated.seal('a token', PLACE);
    expect(cipherWith('new').unseal(sealed, PLACE).toString()).toBe('a token');
    expect(() => cipherWith('old').unseal(sealed, PLACE)).toThrow(UnsealError);
  });

  it('still produces the same hashes', () => {
    expect(rotated.keyedHash('api-key', 'value')).toEqual(cipherWith('old').keyedHash('api-key', 'value'));
  });
});

describe('keyed hashes', () => {
  it('keyed hashes are equal only for the same value, purpose and key', () => {
    const hash = (seed: string, purpose: string, value: string): string =>
      cipherWith(seed).keyedHash(purpose, value).toString('hex');
    const one = hash('key', 'api-key', 'value');
    expect(one).toHaveLength(64);
    expect(hash('key', 'api-key', 'value')).toBe(one);
    expect(hash('other', 'api-key', 'value')).not.toBe(one);
    expect(hash('key', 'order-request', 'value')).not.toBe(one);
    expect(hash('key', 'api-key', 'Value')).not.toBe(one);
  });
});
