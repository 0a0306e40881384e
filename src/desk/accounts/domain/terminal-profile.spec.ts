import { ORDER_METHODS } from './order-method.js';
import { extraParamsOf, requiredFieldsOf, terminalProfileSchema, WALLET_VARIANTS } from './terminal-profile.js';

describe('terminal profiles', () => {
  const unknown = terminalProfileSchema.parse({});

  it('support only the hosted page if the terminal is not configured', () => {
    expect(unknown).toMatchObject({ enabledMethods: ['HOSTED_PAGE'], walletVariant: 'STANDARD' });
    expect(requiredFieldsOf(unknown, 'HOSTED_PAGE')).toEqual([]);
  });

  it.each([
    ['STANDARD', 'wallet1-pay', 'wallet2-pay', 'country email firstName lastName ip'],
    ['FULL_BILLING', 'WALLET1PAY', 'WALLET2PAY', 'email phone firstName lastName country city state postcode address'],
    ['EMAIL_ONLY', 'wallet1_pay', 'wallet2_pay', 'email'],
    ['EMAIL_AND_IP', 'wallet1pay', 'wallet2pay', 'email ip'],
  ] as const)(
    'the wallet variant %s uses the words and required fields that the interface documents',
    (walletVariant, first, second, fields) => {
      const profile = terminalProfileSchema.parse({ walletVariant });
      expect(extraParamsOf(profile, 'WALLET1')).toBe(first);
      expect(extraParamsOf(profile, 'WALLET2')).toBe(second);
      expect(requiredFieldsOf(profile, 'WALLET1').join(' ')).toBe(fields);
      expect(requiredFieldsOf(profile, 'WALLET2').join(' ')).toBe(fields);
    },
  );

  it.each(WALLET_VARIANTS)(
    'the wallet variant %s does not change how the bank transfer is selected',
    (walletVariant) => {
      const profile = terminalProfileSchema.parse({ walletVariant });
      expect(extraParamsOf(profile, 'BANK_TRANSFER')).toBe('bankmethod');
      expect(requiredFieldsOf(profile, 'BANK_TRANSFER')).toEqual(['firstName', 'lastName', 'email']);
    },
  );

  it('only wallets and the bank transfer are selected by a word', () => {
    const worded = ORDER_METHODS.filter((method) => extraParamsOf(unknown, method) !== null);
    expect(worded).toEqual(['WALLET1', 'WALLET2', 'BANK_TRANSFER']);
  });

  it("the merchant's settings override the documented words and fields", () => {
    const profile = terminalProfileSchema.parse({
      words: { WALLET1: 'fruit-pay' },
      requiredFields: { WALLET1: ['phone'], CARD_H2H: ['email'] },
    });
    expect(extraParamsOf(profile, 'WALLET1')).toBe('fruit-pay');
    expect(extraParamsOf(profile, 'WALLET2')).toBe('wallet2-pay');
    expect(requiredFieldsOf(profile, 'WALLET1')).toEqual(['phone']);
    expect(requiredFieldsOf(profile, 'CARD_H2H')).toEqual(['email']);
  });

  it("terminal profiles can require the payer's e-mail address for the hosted page", () => {
    const profile = terminalProfileSchema.parse({ hostedPageNeedsEmail: true });
    expect(requiredFieldsOf(profile, 'HOSTED_PAGE')).toEqual(['email']);
  });
});
