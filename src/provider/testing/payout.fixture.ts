import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { NewProviderPayout } from '../port/payouts.port.js';

export const PROVIDER_PAYOUT_ID = '0190a1b2-5555-7e5f-8a9b-0c1d2e3f4a5b';

/** The recipient has distinctive values that tests look for wherever they must not appear. */
export const newPayout: NewProviderPayout = {
  amount: '1250.50' as DecimalString,
  currency: 'BRL' as CurrencyCode,
  paymentType: 'EMAIL',
  serviceId: null,
  note: null,
  externalId: 'attempt-1',
  callbackUrl: 'https://purser.example/webhooks/payouts/canary-callback-token',
  recipient: { name: 'Canary Recipient', requisites: 'canary@pix.example', userId: 'user-1' },
};

/** The documented payout object; without overrides the answer to `newPayout`. */
export function wirePayoutObject(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: PROVIDER_PAYOUT_ID,
    merchantId: '0190a1b2-0000-7e5f-8a9b-0c1d2e3f4a5b',
    amount: '1250.5',
    account: { ...newPayout.recipient },
    status: 'CREATED',
    type: 'EMAIL',
    requisites: {},
    statusMessage: null,
    metadata: null,
    callbackUrl: newPayout.callbackUrl,
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
    completedAt: null,
    ...overrides,
  };
}
