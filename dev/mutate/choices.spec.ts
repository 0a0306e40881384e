import { draw, likeliestFirst } from './choices.js';

describe('likeliestFirst', () => {
  const SPECS = ['test/e2e/access.spec.ts', 'test/e2e/payout-settling.spec.ts', 'test/e2e/payouts.spec.ts'];
  const orderFor = (file: string): string[] => likeliestFirst(file, SPECS, (path) => path);

  it('puts the spec first that shares most of its words with the file', () => {
    expect(orderFor('src/payouts/unconfirmed/settle-payout.service.ts')[0]).toBe('test/e2e/payout-settling.spec.ts');
  });

  it('puts the spec for a whole feature before one with a longer name and the same number of shared words', () => {
    expect(orderFor('src/payouts/core/payout.entity.ts')).toEqual([SPECS[2], SPECS[1], SPECS[0]]);
  });
});

describe('draw', () => {
  const ITEMS = Array.from({ length: 50 }, (_, position) => position);

  it('returns the same items for the same seed, and others for another seed', () => {
    expect(draw(ITEMS, 10, 1)).toEqual(draw(ITEMS, 10, 1));
    expect(draw(ITEMS, 10, 1)).not.toEqual(draw(ITEMS, 10, 2));
  });

  it('returns no item twice, and all items if the count is higher', () => {
    expect(draw(ITEMS, Infinity, 3).sort((first, second) => first - second)).toEqual(ITEMS);
  });
});
