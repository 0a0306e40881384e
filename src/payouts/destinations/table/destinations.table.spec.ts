import { namesOf } from '../../../common/names-of.js';
import { PAYOUT_DESTINATIONS, PAYOUT_PAYMENT_TYPES } from '../../../provider/profile/payout-destination.js';
import { ProviderProfile } from '../../../provider/profile/provider-profile.js';
import { fieldsFor } from './destination.js';
import { DESTINATIONS, destinationsIn, findDestination } from './destinations.table.js';
import { everyRoute } from '../testing/payout-request.fixture.js';

const everyField = DESTINATIONS.flatMap((destination) =>
  destination.fields.map((field) => ({ destination: destination.id, ...field })),
);

describe('the destination table', () => {
  it('lists each destination once', () => {
    const ids = DESTINATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("the destination table has every currency and payment type of the provider's interface", () => {
    expect(everyRoute.map(({ currency, paymentType }) => `${currency} ${paymentType}`).sort()).toEqual([
      'BDT C2C',
      'BDT SIM',
      'BRL CNPJ',
      'BRL CPF',
      'BRL EMAIL',
      'BRL PHONE',
      'BRL RANDOM_KEY',
      'CDF SIM',
      'GHS SIM',
      'KES SIM',
      'KZT ACCOUNT_LOGIN',
      'NGN SIM',
      'RUB ACCOUNT_LOGIN',
      'RUB PHONE_TRANSFER',
      'TZS SIM',
      'UAH ACCOUNT_LOGIN',
      'UGX SIM',
      'USD ACCOUNT_LOGIN',
      'XOF SIM',
      'ZAR SIM',
      'ZMW SIM',
    ]);
  });

  it('uses every payment type', () => {
    expect(new Set(everyRoute.map(({ paymentType }) => paymentType))).toEqual(new Set(namesOf(PAYOUT_PAYMENT_TYPES)));
  });

  it.each(everyRoute)('the destination table has exactly one destination for $currency by $paymentType', (route) => {
    expect(findDestination(route)).toBe(route.destination);
  });

  it.each(everyRoute)('asks for each field at most once in $currency by $paymentType', (route) => {
    const names = fieldsFor(route.destination, route).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(everyRoute)('requires name, requisites and userId in $currency by $paymentType', (route) => {
    const required = fieldsFor(route.destination, route).filter(({ presence }) => presence === 'REQUIRED');
    expect(required.map(({ name }) => name)).toEqual(expect.arrayContaining(['name', 'requisites', 'userId']));
  });

  it.each(everyRoute)(
    'the destination table has a specific format for requisites in $currency by $paymentType',
    (route) => {
      const requisites = fieldsFor(route.destination, route).find(({ name }) => name === 'requisites');
      expect(requisites?.format.kind).not.toBe('TEXT');
    },
  );

  it('the destination table has the same amount rule for a currency in all its destinations', () => {
    for (const { currency } of everyRoute) {
      const rules = destinationsIn(currency).map(({ currencies }) => currencies.find(({ code }) => code === currency));
      expect(rules.every((rule) => JSON.stringify(rule) === JSON.stringify(rules[0]))).toBe(true);
    }
  });

  it.each(everyField)(
    'the destination table has a valid example in canonical form for $name of $destination ($label)',
    ({ format }) => {
      expect(format.parse(format.example)).toEqual({ ok: true, value: format.example });
    },
  );

  it.each(everyField)(
    'the destination table has a rule for $name of $destination ($label) that can end a sentence',
    ({ format }) => {
      expect(format.rule).toMatch(/^[\p{Ll}\d].*[^.\s]$/u);
      expect(format.rule).not.toContain('|');
    },
  );

  it.each(everyField)(
    'the destination table has choices for $name of $destination ($label) exactly if one must be chosen',
    ({ format }) => {
      expect(format.choices.length > 0).toBe(format.kind === 'CHOICE');
    },
  );

  it.each(DESTINATIONS)(
    'the profile has a phone format for $id exactly if the interface does not fix one',
    ({ id, fields }) => {
      const { payoutPhoneFormats } = ProviderProfile.withOverrides({});
      expect(id in payoutPhoneFormats).toBe(fields.some(({ format }) => format.kind === 'PHONE'));
    },
  );

  it('the destination table has the same destinations as the profile', () => {
    expect(DESTINATIONS.map(({ id }) => id)).toEqual(PAYOUT_DESTINATIONS);
  });

  it.each(['constructor', '__proto__', 'sim', 'SIM ', ''])(
    'finds no destination for the payment type %j',
    (paymentType) => {
      expect(findDestination({ currency: 'XOF', paymentType })).toBeNull();
    },
  );
});
