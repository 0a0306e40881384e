import { namesOf } from '../../common/names-of.js';
import { CUSTOMER_FIELDS, type CustomerField } from '../../provider/profile/customer-field.js';
import { COSTLY_TEXTS, NO_TIME_MS, quickestMs } from '../../common/text/costly-text.fixture.js';
import { validateInput } from '../../platform/graphql/validation/validate-input.js';
import { type Customer, findMissingCustomerFields } from '../domain/customer.js';
import { CustomerInput, toCustomer } from './customer.input.js';

const NOW = new Date('2026-11-21T12:00:00Z');

const ADA: Required<Customer> = {
  email: 'ada@example.com',
  phone: '+491701234567',
  firstName: 'Ada',
  lastName: 'Lovelace',
  birthday: '1990-02-28',
  country: 'GB',
  city: 'London',
  region: 'Greater London',
  state: 'Greater London',
  postcode: 'W1 1AA',
  address: "12 St James's Square",
  ip: '8.8.8.8',
};

const problemsOf = (customer: Customer, required: readonly CustomerField[] = []): string[] => {
  const { input, problems } = validateInput(CustomerInput, customer, ['customer']);
  const missing = findMissingCustomerFields(toCustomer(input), required);
  return [...problems, ...missing].map(({ code, field }) => `${field.join('.')} ${code}`);
};

describe('customer inputs', () => {
  beforeAll(() => {
    jest.useFakeTimers({ now: NOW, doNotFake: ['performance'] });
  });

  afterAll(() => {
    jest.useRealTimers();
  });

  it('accepts valid values in every field', () => {
    expect(problemsOf(ADA, namesOf(CUSTOMER_FIELDS))).toEqual([]);
  });

  it.each(namesOf(CUSTOMER_FIELDS))('requires %s only if the method needs it', (field) => {
    const { [field]: _left, ...others } = ADA;
    expect(problemsOf(others, namesOf(CUSTOMER_FIELDS))).toEqual([`customer.${field} CUSTOMER_FIELD_REQUIRED`]);
    expect(problemsOf(others)).toEqual([]);
  });

  it.each<[CustomerField, string]>([
    ['email', 'ada'],
    ['email', 'ada@localhost'],
    ['email', ''],
    ['email', '4111111111111111@shop.example'],
    ['phone', '01701234567'],
    ['phone', '+49 170 1234567'],
    ['phone', '+4917'],
    ['phone', '+8180000000000000000'],
    ['phone', '+49170123456x'],
    ['phone', '+٤٩١٧٠١٢٣٤٥٦٧'],
    ['birthday', '28.02.1990'],
    ['birthday', '1990-02-30'],
    ['birthday', '1990-13-01'],
    ['birthday', '2026-11-22'],
    ['birthday', '1899-12-31'],
    ['birthday', '1990-02-28T00:00:00Z'],
    ['country', 'gb'],
    ['country', 'GBR'],
    ['country', 'XX'],
    ['country', 'toString'],
    ['ip', '10.0.0.1'],
    ['ip', '127.0.0.1'],
    ['ip', '192.168.1.1'],
    ['ip', '169.254.169.254'],
    ['ip', '0x7f.1'],
    ['ip', '8.8.8'],
    ['ip', '8.8.8.8/32'],
    ['ip', '::1'],
    ['ip', 'fe80::1%eth0'],
    ['ip', '::ffff:10.0.0.1'],
    ['ip', 'fd00::1'],
    ['firstName', ''],
    ['firstName', ' Ada'],
    ['lastName', 'Love\u0000lace'],
    ['address', 'x'.repeat(201)],
    ['city', '4111 1111 1111 1111'],
  ])('refuses the %s %j', (field, text) => {
    expect(problemsOf({ ...ADA, [field]: text })).toEqual([`customer.${field} CUSTOMER_FIELD_INVALID`]);
  });

  it.each(['2001:4860:4860::8888', '::ffff:8.8.8.8'])('accepts the public address %s', (ip) => {
    expect(problemsOf({ ip })).toEqual([]);
  });

  it('reports all invalid and missing fields together', () => {
    expect(problemsOf({ email: 'ada', country: 'England' }, ['email', 'ip'])).toEqual([
      'customer.email CUSTOMER_FIELD_INVALID',
      'customer.country CUSTOMER_FIELD_INVALID',
      'customer.ip CUSTOMER_FIELD_REQUIRED',
    ]);
  });

  it.each(COSTLY_TEXTS)('validates a payer with %s repeated in every field quickly', (_, text) => {
    const customer = Object.fromEntries(namesOf(CUSTOMER_FIELDS).map((field) => [field, text]));
    expect(problemsOf(customer)).toHaveLength(namesOf(CUSTOMER_FIELDS).length);
    expect(quickestMs(() => problemsOf(customer))).toBeLessThan(NO_TIME_MS);
  });

  it('validates a payer with groups of digits repeated in every field quickly', () => {
    const customer = Object.fromEntries(namesOf(CUSTOMER_FIELDS).map((field) => [field, `${'1 '.repeat(99)}x`]));
    expect(quickestMs(() => problemsOf(customer))).toBeLessThan(NO_TIME_MS);
  });
});
