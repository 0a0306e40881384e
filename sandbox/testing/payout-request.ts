type Fields = Readonly<Record<string, unknown>>;

/**
 * Builds a valid request for a phone transfer. Overrides the given fields; fields of `account` are merged one by one.
 */
export function payoutRequest({ account, ...fields }: Fields = {}): Fields {
  const recipient = { name: 'Ada Lovelace', requisites: '9001112233', userId: 'user-1', bankName: '100000000001' };
  return {
    amount: 1500.5,
    currency: 'RUB',
    paymentType: '<PHONE_TRANSFER>',
    externalId: 'attempt-1',
    account: isFields(account) ? { ...recipient, ...account } : (account ?? recipient),
    ...fields,
  };
}

/** Builds a valid request for mobile money in West Africa, by the merchant's default service, Orange Senegal. */
export function mobileMoneyRequest({ account, ...fields }: Fields = {}): Fields {
  const recipient = { bankName: undefined, requisites: '221770000001' };
  return payoutRequest({
    amount: 5000,
    currency: 'XOF',
    paymentType: 'SIM',
    account: { ...recipient, ...(isFields(account) ? account : {}) },
    ...fields,
  });
}

/** Builds a valid request for a mobile wallet in Bangladesh. */
export function bangladeshRequest({ account, ...fields }: Fields = {}): Fields {
  const user = { userIp: '192.0.2.1', userPhone: '8801700000001', userEmail: 'ada@example.test' };
  return payoutRequest({
    amount: 800,
    currency: 'BDT',
    paymentType: 'SIM',
    account: { requisites: '8801700000001', bankName: 'WALLET_X1', ...user, ...(isFields(account) ? account : {}) },
    ...fields,
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
