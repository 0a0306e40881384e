import { newApiKeyToken, prefixOf } from './api-key.token.js';

describe('an API key', () => {
  it('has a beginning to recognise it by, and a checksum at its end', () => {
    const token = newApiKeyToken();
    expect(token).toMatch(/^pk_live_[0-9A-Za-z]{10}_[\w-]{43}_[0-9a-f]{6}$/);
    expect(prefixOf(token)).toBe(token.slice(0, 18));
    expect(newApiKeyToken()).not.toBe(token);
  });

  it.each([
    ['another form', () => 'k'.repeat(40)],
    ['a letter changed', (token: string) => token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['a letter more', (token: string) => `${token}0`],
  ])('shows nothing of itself with %s', (_, change) => {
    expect(prefixOf(change(newApiKeyToken()))).toBeNull();
  });
});
