import { newApiKeyHalf, newApiKeyPrefix, newApiKeyToken, prefixOf } from './api-key-token.js';

describe('API key tokens', () => {
  it('start with a recognisable prefix and end with a checksum', () => {
    const token = newApiKeyToken(newApiKeyPrefix());
    expect(token).toMatch(/^pk_live_[0-9A-Za-z]{10}_[\w-]{43}_[0-9a-f]{6}$/);
    expect(prefixOf(token)).toBe(token.slice(0, 18));
    expect(newApiKeyToken(token.slice(0, 18))).not.toBe(token);
  });

  it('API key tokens are redeemed with two halves, which start with pk1_ and pk2_', () => {
    const prefix = newApiKeyPrefix();
    const halves = ([1, 2] as const).map((which) => newApiKeyHalf(prefix, which));
    for (const [at, half] of halves.entries()) {
      expect(half).toMatch(new RegExp(`^pk${at + 1}_live_${prefix.slice(8)}_[\\w-]{43}_[0-9a-f]{6}$`));
      expect(prefixOf(half)).toBeNull();
    }
  });

  it.each([
    ['another form', () => 'k'.repeat(40)],
    ['a letter changed', (token: string) => token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['a letter more', (token: string) => `${token}0`],
  ])('API key tokens show no prefix if the token has %s', (_, change) => {
    expect(prefixOf(change(newApiKeyToken(newApiKeyPrefix())))).toBeNull();
  });
});
