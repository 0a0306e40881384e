import type { AccountsService } from '../../desk/accounts/accounts.service.js';
import type { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { PayoutsPort } from '../../provider/port/payouts.port.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { PayoutLookupsService } from './payout-lookups.service.js';

const PHONE = '+79123456789';

const accounts = {
  find: (id: string | null) => Promise.resolve(id === 'nobody' ? null : { id: id ?? 'first' }),
  credentialsOf: ({ id }: { id: string }) => ({ merchant: id, apiToken: 'token' }),
} as unknown as AccountsService;

const cipher = {
  keyedHash: (_purpose: string, value: string) => Buffer.from(value).reverse(),
} as unknown as FieldCipher;

function desk(overrides: object = {}) {
  let asked = 0;
  let isDown = false;
  const phones: string[] = [];
  const answer = () => {
    asked += 1;
    const name = `answer ${asked}`;
    return Promise.resolve(isDown ? { kind: 'unavailable' } : { kind: 'found', value: [{ id: '1', name }] });
  };
  const listBanks = (_credentials: unknown, phone: string) => {
    phones.push(phone);
    return answer();
  };
  const provider = { listServices: answer, listBanks } as unknown as PayoutsPort;
  return {
    lookups: new PayoutLookupsService(accounts, cipher, provider, ProviderProfile.withOverrides(overrides)),
    asked: () => asked,
    phones,
    goDown: () => {
      isDown = true;
    },
  };
}

describe('look-ups for forms', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('asks the provider at most once a minute for the same list', async () => {
    const { lookups, asked } = desk();
    const first = await lookups.listServices(null);
    jest.advanceTimersByTime(59_999);
    expect(await lookups.listServices('first')).toEqual(first);
    expect(asked()).toBe(1);
    jest.advanceTimersByTime(1);
    await lookups.listServices(null);
    expect(asked()).toBe(2);
  });

  it('asks the provider separately for each account and each phone number', async () => {
    const { lookups, asked } = desk();
    await lookups.listBanks({ accountId: null, phone: PHONE, serviceId: null });
    await lookups.listBanks({ accountId: 'second', phone: PHONE, serviceId: null });
    await lookups.listBanks({ accountId: null, phone: '+79123456780', serviceId: null });
    expect(asked()).toBe(3);
    await lookups.listBanks({ accountId: 'second', phone: PHONE, serviceId: null });
    expect(asked()).toBe(3);
  });

  it('asks the provider once for services that use the same phone format', async () => {
    const { lookups, asked } = desk();
    for (let serviceId = 1; serviceId <= 20; serviceId += 1)
      await lookups.listBanks({ accountId: null, phone: PHONE, serviceId });
    expect(asked()).toBe(1);
  });

  it.each([
    ['with-plus', '+79123456789'],
    ['without-plus', '79123456789'],
    ['national', '9123456789'],
    ['national-with-trunk-prefix', '89123456789'],
  ])('asks for banks with the phone number in the format of the payout: %s', async (format, spelled) => {
    const { lookups, phones } = desk({ payoutPhoneFormats: { 'russia-phone-transfer': format } });
    await lookups.listBanks({ accountId: null, phone: PHONE, serviceId: null });
    expect(phones).toEqual([spelled]);
  });

  it('a look-up does not cache a failure', async () => {
    const { lookups, asked, goDown } = desk();
    goDown();
    expect(await lookups.listServices(null)).toMatchObject({ kind: 'unavailable', isAnswered: false });
    expect(await lookups.listServices(null)).toMatchObject({ kind: 'unavailable', isAnswered: false });
    expect(asked()).toBe(2);
  });

  it('a look-up does not ask the provider for an unknown account', async () => {
    const { lookups, asked } = desk();
    expect(await lookups.listServices('nobody')).toEqual({ kind: 'no_account' });
    expect(await lookups.listBanks({ accountId: 'nobody', phone: PHONE, serviceId: null })).toEqual({
      kind: 'no_account',
    });
    expect(asked()).toBe(0);
  });

  it('caches a limited number of lists, however many phone numbers are requested', async () => {
    const { lookups, asked } = desk();
    await lookups.listBanks({ accountId: null, phone: PHONE, serviceId: null });
    for (let last = 0; last < 500; last += 1)
      await lookups.listBanks({ accountId: null, phone: `+7912${1_000_000 + last}`, serviceId: null });
    await lookups.listBanks({ accountId: null, phone: PHONE, serviceId: null });
    expect(asked()).toBe(502);
  });
});
