import type { DecimalString } from '../../../common/decimal.js';
import { contradictsContentOf, isEvidenceFor, showsContentOf } from './evidence-rules.js';

const CLAIMED_AT = Date.UTC(2026, 0, 2, 12);
const MINUTE_MS = 60_000;

const expected = {
  payout: { amount: '12.50' as DecimalString },
  attempt: { claimedAt: new Date(CLAIMED_AT) },
  recipient: { requisites: 'ana@example.com' },
};

interface Shown {
  readonly amount: DecimalString | null;
  readonly requisites: string | null;
  readonly createdAt: Date | null;
}

const shown = (overrides: Partial<Shown> = {}): Shown => ({
  amount: '12.5' as DecimalString,
  requisites: 'ana@example.com',
  createdAt: new Date(CLAIMED_AT + 1_000),
  ...overrides,
});

const CONTENT: readonly (readonly [string, Partial<Shown>, boolean])[] = [
  ['the same recipient, and the same amount in another notation', {}, true],
  ['another amount', { amount: '12.51' as DecimalString }, false],
  ['no amount', { amount: null }, false],
  ['another recipient', { requisites: 'ane@example.com' }, false],
  ['the recipient in upper case', { requisites: 'ANA@example.com' }, false],
  ['no recipient', { requisites: null }, false],
];

describe('comparing content', () => {
  it.each(CONTENT)('decides for %s whether it matches the payout', (_, overrides, isSame) => {
    expect(showsContentOf(shown(overrides), expected)).toBe(isSame);
  });
});

describe('contradictions', () => {
  it.each([
    ['the same amount and recipient', {}, false],
    ['another amount', { amount: '12.51' as DecimalString }, true],
    ['another recipient', { requisites: 'ane@example.com' }, true],
    ['no amount and no recipient', { amount: null, requisites: null }, false],
  ])('decides for %s whether it contradicts the payout', (_, overrides, expectedAnswer) => {
    expect(contradictsContentOf(shown(overrides), expected)).toBe(expectedAnswer);
  });

  it('nothing contradicts or matches a purged recipient', () => {
    const purged = { ...expected, recipient: null };
    expect(contradictsContentOf(shown({ requisites: 'ane@example.com' }), purged)).toBe(false);
    expect(showsContentOf(shown(), purged)).toBe(false);
  });
});

describe('evidence without a callback URL', () => {
  const at = (afterMs: number): Partial<Shown> => ({ createdAt: new Date(CLAIMED_AT + afterMs) });

  it.each([
    ...CONTENT,
    ['no time', { createdAt: null }, false] as const,
    ['a time five minutes before the claim, by another clock', at(-5 * MINUTE_MS), true] as const,
    ['a time more than five minutes before the claim', at(-5 * MINUTE_MS - 1), false] as const,
    ['a time within an hour of the claim', at(60 * MINUTE_MS), true] as const,
    ['a time more than an hour after the claim', at(60 * MINUTE_MS + 1), false] as const,
  ])("decides for %s whether the payout can be the attempt's", (_, overrides, isEvidence) => {
    expect(isEvidenceFor(shown(overrides), expected)).toBe(isEvidence);
  });
});
