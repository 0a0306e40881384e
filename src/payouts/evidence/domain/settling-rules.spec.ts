import { settlingRefusal } from './settling-rules.js';

const PAYOUT = { id: 'p-1', status: 'PROCESSING', providerPayoutId: '71', isInProblem: true } as const;

describe('settling a payout', () => {
  it("settling a payout is accepted while the provider's answers are absent or rejected", () => {
    expect(settlingRefusal(PAYOUT)).toBeNull();
  });

  it.each([
    ["the provider's answers decide it", { isInProblem: false }],
    ['it is bound to nothing at the provider', { providerPayoutId: null }],
    ['it is bound to nothing at the provider', { providerPayoutId: null, isInProblem: false }],
  ])('settling a payout is refused because %s', (reason, changes) => {
    expect(settlingRefusal({ ...PAYOUT, ...changes })).toEqual({
      code: 'NOTHING_TO_SETTLE',
      message: expect.stringContaining(reason) as string,
    });
  });
});
