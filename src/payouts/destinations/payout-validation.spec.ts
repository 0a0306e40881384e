import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import fc from 'fast-check';
import { fieldsFor } from './table/destination.js';
import { validatePayout, type PayoutRequest } from './payout-validation.js';
import { RECIPIENT_FIELDS, type RecipientFieldName } from './recipient.js';
import { everyRoute, exampleRecipient, payoutRequest } from './testing/payout-request.fixture.js';

const profile = ProviderProfile.withOverrides({}, { takesNeutralWords: true });

function problemsOf(request: PayoutRequest): string[] {
  const validation = validatePayout(request, profile);
  return validation.ok ? [] : validation.problems.map(({ code, field }) => `${code} ${field.join('.')}`);
}

const requiredFields = everyRoute.flatMap((route) =>
  fieldsFor(route.destination, route)
    .filter(({ presence }) => presence === 'REQUIRED')
    .map(({ name }) => ({ ...route, name })),
);

const foreignFields = everyRoute.flatMap((route) => {
  const known = new Set<RecipientFieldName>(fieldsFor(route.destination, route).map(({ name }) => name));
  return RECIPIENT_FIELDS.filter((name) => !known.has(name)).map((name) => ({ ...route, name }));
});

describe('payout validation', () => {
  it.each(everyRoute)('accepts the example values of every field in $currency by $paymentType', (route) => {
    const given = exampleRecipient(route);
    expect(validatePayout(payoutRequest(route), profile)).toEqual({
      ok: true,
      destination: route.destination,
      recipient: Object.fromEntries(RECIPIENT_FIELDS.map((name) => [name, given[name] ?? null])),
      warnings: [],
    });
  });

  it.each(requiredFields)('in $currency by $paymentType the field $name is required', ({ name, ...route }) => {
    for (const nothing of [undefined, null, '']) {
      const request = payoutRequest(route, { recipient: { [name]: nothing } });
      expect(problemsOf(request)).toEqual([`FIELD_REQUIRED recipient.${name}`]);
    }
  });

  it.each(foreignFields)('in $currency by $paymentType the field $name is not allowed', ({ name, ...route }) => {
    const request = payoutRequest(route, { recipient: { [name]: 'x' } });
    expect(problemsOf(request)).toEqual([`FIELD_NOT_ALLOWED recipient.${name}`]);
  });

  it.each([
    ['BRL', 'EMAIL', 'requisites', 'Maria@example.com', 'EMAIL_INVALID'],
    ['BRL', 'EMAIL', 'requisites', '52998224725', 'PIX_KEY_MISMATCH'],
    ['BRL', 'PHONE', 'requisites', '5511961234567', 'PHONE_INVALID'],
    ['BRL', 'CPF', 'requisites', '52998224726', 'TAX_ID_INVALID'],
    ['BRL', 'CNPJ', 'requisites', '12abc34501de35', 'TAX_ID_INVALID'],
    ['BRL', 'RANDOM_KEY', 'requisites', '7D9F0335-8DCC-4054-9BF9-0DBD61D36906', 'PIX_KEY_INVALID'],
    ['BRL', 'CPF', 'name', 'Maria\u0000', 'TEXT_INVALID'],
    ['BRL', 'CPF', 'userId', 'x'.repeat(129), 'TEXT_INVALID'],
    ['BDT', 'C2C', 'requisites', '4111111111111112', 'CARD_INVALID'],
    ['BDT', 'C2C', 'requisites', '+8801812345678', 'CARD_INVALID'],
    ['BDT', 'SIM', 'requisites', '01812345678', 'PHONE_INVALID'],
    ['BDT', 'SIM', 'requisites', '4111111111111111', 'PHONE_INVALID'],
    ['BDT', 'SIM', 'bankName', 'WALLET_X4', 'CHOICE_INVALID'],
    ['BDT', 'SIM', 'bankName', 'wallet_x1', 'CHOICE_INVALID'],
    ['BDT', 'SIM', 'userEmail', 'maria', 'EMAIL_INVALID'],
    ['BDT', 'SIM', 'userPhone', '+79123456789', 'PHONE_INVALID'],
    ['BDT', 'SIM', 'userIp', '0x7f.1', 'IP_INVALID'],
    ['RUB', 'PHONE_TRANSFER', 'requisites', '89123456789', 'PHONE_INVALID'],
    ['RUB', 'PHONE_TRANSFER', 'requisites', '+77012345678', 'PHONE_INVALID'],
    ['RUB', 'PHONE_TRANSFER', 'bankName', ' ', 'TEXT_INVALID'],
    ['XOF', 'SIM', 'requisites', '+221701234567', 'PHONE_INVALID'],
    ['XOF', 'SIM', 'requisites', '233231234567', 'PHONE_INVALID'],
    ['XOF', 'SIM', 'userEmail', 'a@b', 'EMAIL_INVALID'],
    ['XOF', 'SIM', 'userIp', '300.1.1.1', 'IP_INVALID'],
    ['GHS', 'SIM', 'requisites', '254712123456', 'PHONE_INVALID'],
    ['USD', 'ACCOUNT_LOGIN', 'requisites', 'pl\u0430yer', 'TEXT_INVALID'],
  ] as const)(
    'in %s by %s, the field %s with the value %j is refused as %s',
    (currency, paymentType, name, value, code) => {
      const request = payoutRequest({ currency, paymentType }, { recipient: { [name]: value } });
      expect(problemsOf(request)).toEqual([`${code} recipient.${name}`]);
    },
  );

  it('refuses a currency that no destination has, and names the supported ones', () => {
    expect(validatePayout(payoutRequest({ currency: 'EUR', paymentType: 'SIM' }, { amount: '0' }), profile)).toEqual({
      ok: false,
      problems: [
        {
          code: 'CURRENCY_NOT_SUPPORTED',
          field: ['currency'],
          message:
            'Payouts are made in BDT, BRL, CDF, GHS, KES, KZT, NGN, RUB, TZS, UAH, UGX, USD, XOF, ZAR, ZMW only.',
        },
      ],
      warnings: [],
    });
  });

  it('refuses a payment type that the currency does not have, names the supported ones, and still checks the amount', () => {
    expect(validatePayout(payoutRequest({ currency: 'RUB', paymentType: 'SIM' }, { amount: '0' }), profile)).toEqual({
      ok: false,
      problems: [
        {
          code: 'PAYMENT_TYPE_NOT_SUPPORTED',
          field: ['paymentType'],
          message: 'Payouts in RUB are made by PHONE_TRANSFER, ACCOUNT_LOGIN only.',
        },
        { code: 'AMOUNT_NOT_POSITIVE', field: ['amount'], message: 'The amount must be greater than zero.' },
      ],
      warnings: [],
    });
  });

  it.each([
    ['XOF', 'SIM', '12', 'AMOUNT_NOT_MULTIPLE_OF_5'],
    ['TZS', 'SIM', '0.5', 'AMOUNT_NOT_WHOLE'],
    ['BRL', 'CPF', '0.001', 'AMOUNT_TOO_PRECISE'],
    ['USD', 'ACCOUNT_LOGIN', '0', 'AMOUNT_NOT_POSITIVE'],
  ])(
    'in %s by %s, the amount %s is refused as %s even if the recipient is valid',
    (currency, paymentType, amount, code) => {
      expect(problemsOf(payoutRequest({ currency, paymentType }, { amount }))).toEqual([`${code} amount`]);
    },
  );

  it('reports all problems together', () => {
    const recipient = { name: '', requisites: '0', bankName: 'WALLET_X1', userIp: 'localhost' };
    expect(problemsOf(payoutRequest({ currency: 'XOF', paymentType: 'SIM' }, { amount: '12', recipient }))).toEqual([
      'AMOUNT_NOT_MULTIPLE_OF_5 amount',
      'FIELD_REQUIRED recipient.name',
      'PHONE_INVALID recipient.requisites',
      'FIELD_NOT_ALLOWED recipient.bankName',
      'IP_INVALID recipient.userIp',
    ]);
  });

  it('warns that without a service the default one is used', () => {
    for (const route of everyRoute) {
      expect(validatePayout(payoutRequest(route, { serviceId: null }), profile).warnings).toEqual([
        { code: 'SERVICE_ID_OMITTED', field: ['serviceId'], message: route.destination.serviceWarning },
      ]);
    }
  });

  it('for a mobile wallet, warns about a missing e-mail address and accepts a missing IP address', () => {
    const request = payoutRequest(
      { currency: 'XOF', paymentType: 'SIM' },
      { recipient: { userEmail: null, userIp: undefined } },
    );
    expect(validatePayout(request, profile)).toMatchObject({
      ok: true,
      recipient: { userEmail: null, userIp: null },
      warnings: [{ code: 'FIELD_RECOMMENDED', field: ['recipient', 'userEmail'] }],
    });
  });

  it('no message repeats the input', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...everyRoute),
        fc.constantFrom(...RECIPIENT_FIELDS),
        fc.string({ unit: 'binary', maxLength: 200 }),
        (route, name, noise) => {
          const secret = `\u0000canary${noise}`;
          const validation = validatePayout(payoutRequest(route, { recipient: { [name]: secret } }), profile);
          expect(validation.ok).toBe(false);
          expect(JSON.stringify(validation)).not.toContain('canary');
        },
      ),
    );
  });
});
