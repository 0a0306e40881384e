import { fieldsFor } from '../table/destination.js';
import { DESTINATIONS, findDestination } from '../table/destinations.table.js';
import { everyRoute } from '../testing/payout-request.fixture.js';
import { toPayoutDestinationModel } from './payout-destination.model.js';

const westAfrica = toPayoutDestinationModel(findDestination({ currency: 'XOF', paymentType: 'SIM' })!);
const bangladesh = toPayoutDestinationModel(findDestination({ currency: 'BDT', paymentType: 'C2C' })!);

describe('destinations in forms', () => {
  it('a destination states the rule for amounts in each currency', () => {
    expect(westAfrica.currencies).toEqual([
      {
        code: 'XOF',
        maxFractionDigits: 0,
        multipleOf: '5',
        amountRule: 'An amount must be a whole number and a multiple of 5.',
      },
    ]);
  });

  it('a destination describes each payment type', () => {
    expect(bangladesh.paymentTypes).toEqual([
      { code: 'C2C', description: 'By bank transfer to a card.' },
      { code: 'SIM', description: 'To the mobile wallet of a phone number.' },
    ]);
  });

  it('a field with choices lists them', () => {
    expect(bangladesh.fields.find(({ name }) => name === 'bankName')).toEqual({
      name: 'bankName',
      label: 'Wallet',
      presence: 'REQUIRED',
      kind: 'CHOICE',
      rule: 'Must be one of WALLET_X1, WALLET_X2, WALLET_X3.',
      example: 'WALLET_X1',
      choices: ['WALLET_X1', 'WALLET_X2', 'WALLET_X3'],
      onlyForPaymentType: null,
      onlyForCurrency: null,
    });
  });

  it.each(everyRoute)(
    'a form for $currency by $paymentType shows exactly the fields that are validated',
    ({ destination, ...route }) => {
      const asked = toPayoutDestinationModel(destination).fields.filter(
        ({ onlyForCurrency, onlyForPaymentType }) =>
          [null, route.currency].includes(onlyForCurrency) && [null, route.paymentType].includes(onlyForPaymentType),
      );
      const validated = fieldsFor(destination, route);
      expect(asked.map(({ name, label }) => ({ name, label }))).toEqual(
        validated.map(({ name, label }) => ({ name, label })),
      );
    },
  );

  it.each(DESTINATIONS)('every rule of $id is a sentence', (destination) => {
    const { fields, currencies } = toPayoutDestinationModel(destination);
    const rules = [...fields.map(({ rule }) => rule), ...currencies.map(({ amountRule }) => amountRule)];
    for (const rule of rules) expect(rule).toMatch(/^(Must be|An amount must be) .*[^.]\.$/);
  });
});
