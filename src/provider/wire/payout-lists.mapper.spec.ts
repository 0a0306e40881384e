import { readBanks, readPayoutServices } from './payout-lists.mapper.js';

const service = { id: 7, name: 'Mobile money', currency: 'XOF' };

describe('the list of payout services', () => {
  it.each([
    ['a list', [service]],
    ['a list in items', { items: [service], total: 1 }],
    ['a list in data', { data: [service] }],
  ])('is read from %s', (_name, json) => {
    expect(readPayoutServices(json)).toEqual({ ok: true, value: [service] });
  });

  it.each([
    [{ id: '0042' }, { id: 42, name: null, currency: null }],
    [{ id: 2_147_483_647 }, { id: 2_147_483_647, name: null, currency: null }],
    [
      { id: 0, title: 'A title' },
      { id: 0, name: 'A title', currency: null },
    ],
    [
      { id: 1, name: 'A name', title: 'A title' },
      { id: 1, name: 'A name', currency: null },
    ],
    [
      { id: 1, name: { en: 'x' }, currency: 'USDT' },
      { id: 1, name: null, currency: null },
    ],
    [
      { id: 1, name: '', currency: 7, extra: [1] },
      { id: 1, name: null, currency: null },
    ],
  ])('takes what it can from %j', (json, value) => {
    expect(readPayoutServices([json])).toEqual({ ok: true, value: [value] });
  });

  it('may be empty', () => {
    expect(readPayoutServices([])).toEqual({ ok: true, value: [] });
  });

  it.each([
    null,
    {},
    'text',
    { services: [service] },
    { items: { 7: service } },
    [7],
    [[service]],
    [service, { name: 'no id' }],
    [{ id: -1 }],
    [{ id: 1.5 }],
    [{ id: '1.5' }],
    [{ id: '' }],
    [{ id: 2_147_483_648 }],
    [{ id: '2147483648' }],
    [{ id: Number.MAX_SAFE_INTEGER }],
    [service, { id: 4_294_967_303, name: 'equal to 7 in 32 bits' }],
    [{ id: '1234567890123456' }],
    [{ id: 'seven' }],
  ])('is malformed when it is %j', (json) => {
    expect(readPayoutServices(json)).toEqual({ ok: false, reason: 'malformed' });
  });
});

describe('the list of banks', () => {
  it('is read as documented', () => {
    const json = [{ id: '100000000111', name: 'A bank', logo: 'x' }];

    expect(readBanks(json)).toEqual({ ok: true, value: [{ id: '100000000111', name: 'A bank' }] });
  });

  it.each([null, {}, { items: [] }, [{ id: 7, name: 'A bank' }], [{ id: '', name: 'A bank' }], [{ id: '7' }], ['7']])(
    'is malformed when it is %j',
    (json) => {
      expect(readBanks(json)).toEqual({ ok: false, reason: 'malformed' });
    },
  );
});
