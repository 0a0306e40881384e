import { hashToken, tokenIn, tokenOwner } from './callback-token.js';

const TOKEN = 'a-'.repeat(21) + 'a';
const OTHER_TOKEN = 'b'.repeat(43);
const urlOf = (token: string): string => `https://purser.example/webhooks/payouts/${token}`;

describe('callback tokens', () => {
  it.each([
    ['our address', urlOf(TOKEN), TOKEN],
    ['our address below a path', `https://example.com/purser/webhooks/payouts/${TOKEN}`, TOKEN],
    ['our address with a slash behind it', `${urlOf(TOKEN)}/`, TOKEN],
    ['our address with a query', `${urlOf(TOKEN)}?from=service`, TOKEN],
    ['a token that is too short', urlOf(TOKEN.slice(1)), null],
    ['a token that is too long', urlOf(`${TOKEN}a`), null],
    ['the address in the settings', 'https://purser.example/webhooks/payouts', null],
    ["somebody else's address", 'https://shop.example/hook', null],
    ['an empty text', '', null],
    ['null', null, null],
    ['nothing', undefined, null],
  ])('finds a token only in a callback URL with a complete token: %s', (_, url, token) => {
    expect(tokenIn(url)).toBe(token);
  });

  it.each([
    ['the attempt', urlOf(TOKEN), 'attempt'],
    ['another attempt', urlOf(OTHER_TOKEN), 'another'],
    ['nobody', 'https://shop.example/hook', 'nobody'],
    ['nobody', undefined, 'nobody'],
  ])("for the callback URL of %s, the token's owner is %s", (_, url, owner) => {
    expect(tokenOwner(url, { tokenHash: hashToken(TOKEN) })).toBe(owner);
  });
});
