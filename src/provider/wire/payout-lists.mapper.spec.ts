import { ProviderProfile } from '../profile/provider-profile.js';
import { readBanks, readPayoutServices } from './payout-lists.mapper.js';

const profile = ProviderProfile.withOverrides({});
const service = { id: 7, name: 'Mobile money', currency: 'XOF' };

describe('lists of payout services', () => {
  it.each([
    ['a list', [service]],
    ['a list in items', { items: [service], total: 1 }],
    ['a list in data', { data: [service] }],
    ['a list in services', { services: [service] }],
    ['a list of serviceId', [{ ...service, id: undefined, serviceId: 7 }]],
  ])('lists of payout services are read from %s', (_name, json) => {
    expect(readPayoutServices(profile, json)).toEqual({ ok: true, value: [{ ...service, details: [] }] });
  });

  it.each([
    [{ id: '0042' }, { id: 42, name: null, currency: null, details: [] }],
    [{ id: 2_147_483_647 }, { id: 2_147_483_647, name: null, currency: null, details: [] }],
    [
      { id: 0, title: 'A title' },
      { id: 0, name: 'A title', currency: null, details: [] },
    ],
    [
      { id: 1, name: 'A name', title: 'A title' },
      { id: 1, name: 'A name', currency: null, details: [{ name: 'title', value: 'A title' }] },
    ],
    [
      { id: 1, name: { en: 'x' }, country: 'SN', currency: 'USDT' },
      {
        id: 1,
        name: null,
        currency: null,
        details: [
          { name: 'name.en', value: 'x' },
          { name: 'country', value: 'SN' },
        ],
      },
    ],
    [
      { id: 1, name: '', currency: 7, extra: [1] },
      { id: 1, name: null, currency: null, details: [{ name: 'extra.0', value: '1' }] },
    ],
  ])('keep the readable fields of %j', (json, value) => {
    expect(readPayoutServices(profile, [json])).toEqual({ ok: true, value: [value] });
  });

  it('may be empty', () => {
    expect(readPayoutServices(profile, [])).toEqual({ ok: true, value: [] });
  });

  it.each([
    null,
    {},
    'text',
    { list: [service] },
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
  ])('the answer %j is malformed', (json) => {
    expect(readPayoutServices(profile, json)).toMatchObject({ ok: false, reason: 'malformed' });
  });
});

describe('the format of the list of services', () => {
  it('the format of the list of services is configured by the profile', () => {
    const odd = ProviderProfile.withOverrides({
      payoutServicesPaths: [['result', 'list']],
      payoutServiceIdNames: ['code'],
    });
    const json = { result: { list: [{ code: 9, id: 'nine', name: 'Nine' }] } };

    expect(readPayoutServices(odd, json)).toEqual({
      ok: true,
      value: [{ id: 9, name: 'Nine', currency: null, details: [{ name: 'id', value: 'nine' }] }],
    });
  });

  it.each([
    [[{ id: 'nine' }], '[].id is not a whole number'],
    [[{ name: 'Nine' }], '[].id or serviceId is missing'],
    [[7], '[] is not an object'],
    [{ list: [] }, 'the list is not where the profile looks for it'],
  ])('a malformed list is described by its problem: %j', (json, detail) => {
    expect(readPayoutServices(profile, json)).toEqual({ ok: false, reason: 'malformed', detail });
  });
});

describe('lists of banks', () => {
  it('lists of banks are read in the documented format', () => {
    const json = [{ id: '100000000111', name: 'A bank', logo: 'x' }];

    expect(readBanks(json)).toEqual({ ok: true, value: [{ id: '100000000111', name: 'A bank' }] });
  });

  it.each([null, {}, { items: [] }, [{ id: 7, name: 'A bank' }], [{ id: '', name: 'A bank' }], [{ id: '7' }], ['7']])(
    'the answer %j is malformed',
    (json) => {
      expect(readBanks(json)).toMatchObject({ ok: false, reason: 'malformed' });
    },
  );
});
