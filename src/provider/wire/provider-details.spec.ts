import { detailsOf } from './provider-details.js';

const NOTHING: ReadonlySet<string> = new Set();
const TOKEN = 'a'.repeat(43);

describe('provider details', () => {
  it('provider details are listed by path, without the fields that are stored elsewhere', () => {
    const object = { id: 'x', merchantId: 'm-1', metadata: { utr: '412345678901', steps: [{ at: 1 }] }, note: null };

    expect(detailsOf(object, new Set(['id']))).toEqual([
      { name: 'merchantId', value: 'm-1' },
      { name: 'metadata.utr', value: '412345678901' },
      { name: 'metadata.steps.0.at', value: '1' },
    ]);
  });

  it.each([
    ['4111 1111 1111 1111', '[digits removed]'],
    ['5309136012499', '5309136012499'],
    [`https://purser.example/webhooks/payouts/${TOKEN}`, 'https://purser.example/webhooks/payouts/[removed]'],
    [
      `to=https%3A%2F%2Fp.example%2Fwebhooks%2Fpayouts%2F${TOKEN}&x`,
      'to=https%3A%2F%2Fp.example%2Fwebhooks%2Fpayouts%2F[removed]&x',
    ],
    ['two\nlines', 'two lines'],
    ['\u000012345678901234567890', '12345678901234567890'],
  ])('provider details show the value %j as %j', (value, shown) => {
    expect(detailsOf({ value }, NOTHING)).toEqual([{ name: 'value', value: shown }]);
  });

  it('omit names that contain a card number', () => {
    expect(JSON.stringify(detailsOf({ '4111111111111111': 1 }, NOTHING))).not.toContain('4111111111111111');
  });

  it('stay within the limits, whatever the object contains', () => {
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${index}`, 'x'.repeat(1_000)]));
    const details = detailsOf(wide, NOTHING);

    expect(details.length).toBeLessThanOrEqual(40);
    expect(JSON.stringify(details).length).toBeLessThan(10_000);
    expect(detailsOf({ ['n'.repeat(101)]: 1 }, NOTHING)).toEqual([]);
  });

  it('use the whole limit', () => {
    const fields = (count: number, value: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${String(index).padStart(11, '0')}`, value]));

    expect(detailsOf(fields(41, 'x'), NOTHING)).toHaveLength(40);
    // Each field has a name of 12 characters and a value of 500: sixteen of them make 8,192.
    expect(detailsOf(fields(17, 'x'.repeat(500)), NOTHING)).toHaveLength(16);
    expect(detailsOf({ ['n'.repeat(100)]: 1 }, NOTHING)).toHaveLength(1);
  });

  it('omit fields whose names belong to a card', () => {
    const object = { card: { last4: '1111' }, cvv: '123', meta: { expiryDate: '12/29' }, cardinal: 1, discard: 2 };
    expect(detailsOf(object, NOTHING)).toEqual([{ name: 'discard', value: '2' }]);
  });

  it('never show the recipient', () => {
    expect(detailsOf({ to: 'Ana at ana@example.com' }, NOTHING, ['Ana', 'ana@example.com'])).toEqual([
      { name: 'to', value: '[recipient] at [recipient]' },
    ]);
  });

  it('provider details are strings, also for null, numbers and unprintable names', () => {
    expect(detailsOf({ a: true, b: 0, c: undefined, d: {}, e: [], '\u0000': 'x', f: ' ' }, NOTHING)).toEqual([
      { name: 'a', value: 'true' },
      { name: 'b', value: '0' },
      { name: '?', value: 'x' },
    ]);
  });
});
