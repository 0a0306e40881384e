import { isCorroborated, isDisproved } from './binding-rules.js';

describe('bindings', () => {
  it.each([
    ['another', 'RESPONSE', false, false, true],
    ['another', 'RESPONSE', false, true, true],
    ['another', 'CALLBACK_URL', false, false, true],
    ['nobody', 'RESPONSE', true, false, true],
    ['nobody', 'RESPONSE', true, true, false],
    ['nobody', 'RESPONSE', false, false, false],
    ['nobody', 'WEBHOOK_AT_TOKEN', true, false, false],
    ['nobody', 'OPERATOR_BOUND', true, false, false],
    ['attempt', 'RESPONSE', true, false, false],
  ] as const)(
    'shown address: %s, bound by: %s, other content: %s, agreed before: %s; the binding is disproved: %s',
    (...row) => {
      const [owner, boundBy, isOther, hasFitted, expected] = row;
      expect(isDisproved({ owner, boundBy, isOther, isCorroborated: hasFitted })).toBe(expected);
    },
  );

  const AT = new Date(1_000);

  it.each([
    [null, AT, false],
    [AT, null, false],
    [AT, AT, false],
    [new Date(1_001), AT, true],
  ])('a payout that was read back at %p and accepted at %p is corroborated: %s', (readBackAt, acceptedAt, expected) => {
    expect(isCorroborated({ readBackAt, acceptedAt })).toBe(expected);
  });
});
