import type { DecimalString } from '../../common/decimal.js';
import { loadConfig } from '../../platform/config/config.js';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { DiscrepanciesRepository } from '../../desk/discrepancies/persistence/discrepancies.repository.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { PayoutDiscrepanciesService } from './payout-discrepancies.service.js';
import type { LostPaymentsService } from '../gate/lost/lost-payments.service.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { RecipientVault } from '../recipients/recipient-vault.js';

const config = loadConfig({
  PUBLIC_URL: 'https://purser.example',
  DATABASE_URL: 'postgres://purser:hidden@localhost:5432/purser',
  ENCRYPTION_KEY: Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64'),
  BOOTSTRAP_API_KEY: 'a-bootstrap-key-of-32-characters',
  PROVIDER_BASE_URL: 'https://provider.example',
  PROVIDER_API_TOKEN: 'provider-token',
  ORDER_WEBHOOK_PATH_SECRET: 'path-secret-path-secret-path-secret',
  WEBHOOK_SECRET: 'webhook-secret-webhook-secret',
});

function mismatchOf(
  shown: Partial<ProviderPayout>,
  {
    requisites = '+79991112233',
    profile = {},
    isPurged = false,
  }: { readonly requisites?: string; readonly profile?: object; readonly isPurged?: boolean } = {},
): string | null {
  const values = ProviderProfile.withOverrides(profile);
  const vault = new RecipientVault(new FieldCipher(config), values);
  const id = '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11';
  const recipient = {
    name: 'Ada',
    requisites,
    userId: '1',
    bankName: '100000000001',
    userEmail: null,
    userPhone: null,
    userIp: null,
  };
  const payout = {
    id,
    amount: '12.50' as DecimalString,
    currency: 'RUB',
    paymentType: 'PHONE_TRANSFER',
    serviceId: null,
    sealedRecipient: isPurged ? null : vault.seal(recipient, id),
    requisitesHash: vault.requisitesHash(requisites),
  } as PayoutEntity;
  const service = new PayoutDiscrepanciesService(
    {} as DiscrepanciesRepository,
    vault,
    values,
    {} as LostPaymentsService,
  );
  const [mismatch = null] = service.findMismatches(
    { amount: null, requisites: null, ...shown } as ProviderPayout,
    payout,
  );
  return mismatch;
}

describe('comparing a read-back with the payout', () => {
  it.each<[string, Parameters<typeof mismatchOf>, string | null]>([
    ['without an amount and a recipient', [{}], null],
    ['with the amount in other digits', [{ amount: '12.5' as DecimalString }], null],
    ['with another amount', [{ amount: '12.51' as DecimalString }], 'AMOUNT'],
    ['with the recipient', [{ requisites: '+79991112233' }], null],
    ['with the recipient without the plus', [{ requisites: '79991112233' }], null],
    [
      "with the recipient in the service's own spelling",
      [{ requisites: '9991112233' }, { profile: { payoutPhoneFormats: { 'russia-phone-transfer': 'national' } } }],
      null,
    ],
    ['with another recipient', [{ requisites: '+79991112234' }], 'RECIPIENT'],
    [
      "with the recipient in the service's own spelling, once it was purged",
      [
        { requisites: '9991112233' },
        { profile: { payoutPhoneFormats: { 'russia-phone-transfer': 'national' } }, isPurged: true },
      ],
      null,
    ],
    ['with another recipient, once it was purged', [{ requisites: '+79991112234' }, { isPurged: true }], null],
    [
      'with another amount, once the recipient was purged',
      [{ amount: '12.51' as DecimalString }, { isPurged: true }],
      'AMOUNT',
    ],
    ['with a recipient behind a mask', [{ requisites: '*******2234' }], null],
    [
      'with a part of a recipient, from a service that masks',
      [{ requisites: '2234' }, { profile: { payoutReadBackRequisites: 'masked' } }],
      null,
    ],
  ])('decides whether a read-back %s shows another payout', (_, [shown, about], mismatch) => {
    expect(mismatchOf(shown, about)).toBe(mismatch);
  });
});
