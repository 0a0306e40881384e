import { maskCard } from './masked-card.schema.js';

describe('maskCard', () => {
  it.each([
    { sent: '4111111111111111', first6: '411111', last4: '1111' },
    { sent: '378282246310005', first6: '378282', last4: '0005' },
    { sent: '30569309025904', first6: '305693', last4: '5904' },
    { sent: '4222222222222', first6: null, last4: '2222' },
    { sent: '4111 1111 1111 1111', first6: null, last4: null },
    { sent: '123', first6: null, last4: null },
    { sent: 4111111111111111, first6: null, last4: null },
    { sent: undefined, first6: null, last4: null },
  ])('keeps $first6 and $last4 of $sent', ({ sent, first6, last4 }) => {
    expect(maskCard(sent)).toEqual({ first6, last4 });
  });
});
