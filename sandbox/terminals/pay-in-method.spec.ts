import { customerRequest } from '../testing/card-request.js';
import { customerSchema } from './customer.schema.js';
import { validatePayIn } from './pay-in-method.js';
import { everydayTerminal, type TerminalSettings } from './terminal.schema.js';

/** The table of the interface, deliberately written out again. */
const variants = [
  { walletVariant: 'STANDARD', values: ['wallet1-pay', 'wallet2-pay'], fields: 'country email firstName lastName ip' },
  {
    walletVariant: 'FULL_BILLING',
    values: ['WALLET1PAY', 'WALLET2PAY'],
    fields: 'email phone firstName lastName country city state postcode address',
  },
  { walletVariant: 'EMAIL_ONLY', values: ['wallet1_pay', 'wallet2_pay'], fields: 'email' },
  { walletVariant: 'EMAIL_AND_IP', values: ['wallet1pay', 'wallet2pay'], fields: 'email ip' },
] as const;

const validate = (
  extraParams: string | null,
  { customer = {}, ...terminal }: Partial<TerminalSettings> & { customer?: object } = {},
) =>
  validatePayIn({
    extraParams,
    customer: customerSchema.parse(customerRequest({ ...customer })),
    terminal: { ...everydayTerminal, ...terminal },
  });

describe('validatePayIn', () => {
  it.each(variants)('accepts the two values of $walletVariant', ({ walletVariant, values }) => {
    expect(values.map((value) => validate(value, { walletVariant }))).toEqual([
      { method: 'wallet1', declineReason: null },
      { method: 'wallet2', declineReason: null },
    ]);
  });

  it.each(variants)('declines the values of other variants on $walletVariant', ({ walletVariant, values }) => {
    const others = variants
      .flatMap((variant) => variant.values)
      .filter((value) => !values.some((own) => own === value));
    expect(others).toHaveLength(6);
    for (const value of [...others, '', 'WALLET1-PAY', ' wallet1-pay', 'BANKMETHOD']) {
      expect(validate(value, { walletVariant })).toEqual({
        method: 'unknown',
        declineReason: 'extraParams is not a value of this terminal',
      });
    }
  });

  it.each(
    variants.flatMap(({ walletVariant, values, fields }) =>
      fields.split(' ').map((field) => ({ walletVariant, field, values })),
    ),
  )('declines a wallet of $walletVariant without $field', ({ walletVariant, field, values }) => {
    for (const extraParams of values) {
      for (const value of [undefined, '', '  ']) {
        const { declineReason } = validate(extraParams, { walletVariant, customer: { [field]: value } });
        expect(declineReason).toBe(`customer.${field} is required`);
      }
    }
  });

  it.each(variants)('requires no other field on $walletVariant', ({ walletVariant, values, fields }) => {
    const others = Object.keys(customerRequest()).filter((field) => !fields.split(' ').includes(field));
    const customer = Object.fromEntries(others.map((field) => [field, undefined]));
    expect(validate(values[0], { walletVariant, customer })).toEqual({ method: 'wallet1', declineReason: null });
  });

  it.each([
    { customer: { country: 'pt' }, declineReason: 'customer.country must be two upper-case letters' },
    { customer: { email: 'ada at home' }, declineReason: 'customer.email must be an e-mail address' },
    { customer: { ip: 'unknown' }, declineReason: 'customer.ip must be an IP address' },
    { customer: { ip: '2001:db8::7' }, declineReason: null },
  ])('validates the format of $customer', ({ customer, declineReason }) => {
    expect(validate('wallet1-pay', { customer })).toEqual({ method: 'wallet1', declineReason });
  });

  it.each(['firstName', 'lastName', 'email'])('declines a bank transfer without %s', (field) => {
    expect(validate('bankmethod')).toEqual({ method: 'bankmethod', declineReason: null });
    const { declineReason } = validate('bankmethod', { customer: { [field]: undefined } });
    expect(declineReason).toBe(`customer.${field} is required`);
  });

  it.each([
    {
      extraParams: 'wallet2-pay',
      terminal: { wallets: false },
      declineReason: 'wallet2 is not enabled for this terminal',
    },
    {
      extraParams: 'bankmethod',
      terminal: { bankMethod: false },
      declineReason: 'bankmethod is not enabled for this terminal',
    },
  ])('declines $extraParams if it is not enabled', ({ extraParams, terminal, declineReason }) => {
    expect(validate(extraParams, terminal)).toMatchObject({ declineReason });
  });

  it('requires an e-mail address for a plain order only on a terminal that needs one', () => {
    const customer = { email: undefined };
    expect(validate(null, { customer })).toEqual({ method: 'page', declineReason: null });
    expect(validate(null, { hostedPageNeedsEmail: true })).toEqual({ method: 'page', declineReason: null });
    expect(validate(null, { customer, hostedPageNeedsEmail: true })).toEqual({
      method: 'page',
      declineReason: 'customer.email is required',
    });
  });

  it.each([
    { extraParams: 'wallet1-pay', terminal: { walletFields: ['phone' as const] } },
    { extraParams: 'bankmethod', terminal: { bankMethodFields: ['phone' as const] } },
  ])('requires for $extraParams the fields that the terminal is set to require', ({ extraParams, terminal }) => {
    const customer = { email: undefined, firstName: undefined, ip: undefined };
    expect(validate(extraParams, { ...terminal, customer })).toMatchObject({ declineReason: null });
    const { declineReason } = validate(extraParams, { ...terminal, customer: { phone: undefined } });
    expect(declineReason).toBe('customer.phone is required');
  });
});
