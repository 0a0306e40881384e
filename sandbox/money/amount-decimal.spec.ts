import { isPositive, oneMore } from './amount-decimal.js';

describe('isPositive', () => {
  it.each(['0', '0.0', '0.0000', '000'])('is false for %s', (amount) => {
    expect(isPositive(amount)).toBe(false);
  });

  it('is true for the smallest amount', () => {
    expect(isPositive('0.0001')).toBe(true);
  });
});

describe('oneMore', () => {
  it.each([
    ['9.99', '10.99'],
    ['9', '10'],
    ['0.0001', '1.0001'],
  ])('adds one to %s: %s', (amount, more) => {
    expect(oneMore(amount)).toBe(more);
  });
});
