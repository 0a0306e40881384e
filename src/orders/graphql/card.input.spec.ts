import fc from 'fast-check';
import { inspect } from 'node:util';
import { Secret } from '../../common/secret.js';
import { type InputProblem, validateInput } from '../../platform/graphql/validation/validate-input.js';
import {
  findCardProblems,
  findExpiryProblem,
  maskCard,
  type PaymentCard,
  withPlainDigits,
} from '../domain/payment-card.js';
import { CardInput } from './card/card.input.js';

const NOW = new Date('2026-11-21T12:00:00Z');

interface CardText {
  readonly cardNumber: string;
  readonly cardholderName: string;
  readonly expiryDate: string;
  readonly cvv: string;
}

const card = (overrides: Partial<CardText> = {}): PaymentCard => {
  const text = { cardNumber: '4111111111111111', cardholderName: 'Ada Lovelace', expiryDate: '12/29', cvv: '123' };
  const { cardNumber, cvv, ...others } = { ...text, ...overrides };
  return { ...others, cardNumber: new Secret(cardNumber), cvv: new Secret(cvv) };
};

const fieldProblemsOf = (value: PaymentCard): readonly InputProblem[] => validateInput(CardInput, value, []).problems;

const codesOf = (overrides: Partial<CardText>): (string | null)[] =>
  [...fieldProblemsOf(card(overrides)), ...findCardProblems(card(overrides))].map(({ code }) => code).sort();

describe('card inputs', () => {
  beforeAll(() => {
    jest.useFakeTimers({ now: NOW });
  });

  afterAll(() => {
    jest.useRealTimers();
  });

  it.each<Partial<CardText>>([
    {},
    { cardNumber: '4111 1111 1111 1111' },
    { cardNumber: '378282246310005', cvv: '1234' },
    { expiryDate: '11/26' },
    { expiryDate: '11/46' },
    { cardholderName: "Zoë O'Neill-Nguyễn" },
  ])('accepts %j', (overrides) => {
    expect(codesOf(overrides)).toEqual([]);
  });

  it.each<[Partial<CardText>, string]>([
    [{ cardNumber: '4111111111111112' }, 'CARD_NUMBER_INVALID'],
    [{ cardNumber: '4111' }, 'CARD_NUMBER_INVALID'],
    [{ cardNumber: '4111111111111111x' }, 'CARD_NUMBER_INVALID'],
    [{ expiryDate: '10/26' }, 'CARD_EXPIRED'],
    [{ expiryDate: '12/00' }, 'CARD_EXPIRED'],
    [{ expiryDate: '00/29' }, 'CARD_EXPIRY_INVALID'],
    [{ expiryDate: '13/29' }, 'CARD_EXPIRY_INVALID'],
    [{ expiryDate: '1/29' }, 'CARD_EXPIRY_INVALID'],
    [{ expiryDate: '12/2029' }, 'CARD_EXPIRY_INVALID'],
    [{ expiryDate: '12∕29' }, 'CARD_EXPIRY_INVALID'],
    [{ expiryDate: '12/29\n' }, 'CARD_EXPIRY_INVALID'],
    [{ expiryDate: '12/46' }, 'CARD_EXPIRY_INVALID'],
    [{ cvv: '12' }, 'CARD_CVV_INVALID'],
    [{ cvv: '12345' }, 'CARD_CVV_INVALID'],
    [{ cvv: '1234' }, 'CARD_CVV_INVALID'],
    [{ cvv: '12a' }, 'CARD_CVV_INVALID'],
    [{ cardholderName: '' }, 'CARDHOLDER_NAME_INVALID'],
    [{ cardholderName: '123' }, 'CARDHOLDER_NAME_INVALID'],
    [{ cardholderName: '4111111111111111' }, 'CARDHOLDER_NAME_INVALID'],
    [{ cardholderName: 'Ada\u0000' }, 'CARDHOLDER_NAME_INVALID'],
  ])('refuses %j', (overrides, code) => {
    expect(codesOf(overrides)).toEqual([code]);
  });

  it('a card is valid until its last month has ended everywhere', () => {
    expect(findExpiryProblem('10/26', new Date('2026-11-01T11:59:59Z'))).toBeNull();
    expect(findExpiryProblem('10/26', new Date('2026-11-01T12:00:00Z'))).toMatchObject({ code: 'CARD_EXPIRED' });
  });

  it('a card with several problems has all of them reported', () => {
    expect(codesOf({ cardNumber: '1', cardholderName: '', expiryDate: '', cvv: '' })).toEqual([
      'CARDHOLDER_NAME_INVALID',
      'CARD_CVV_INVALID',
      'CARD_EXPIRY_INVALID',
      'CARD_NUMBER_INVALID',
    ]);
  });

  it('no message repeats the card number or the security code', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{5,16}$/), fc.stringMatching(/^\d{5,9}$/), (cardNumber, cvv) => {
        const typed = card({ cardNumber, cvv });
        const said = JSON.stringify([fieldProblemsOf(typed), findCardProblems(typed)]);
        expect(said).not.toContain(cardNumber);
        expect(said).not.toContain(cvv);
      }),
    );
  });

  it('a card prints without its number and security code', () => {
    const printed = `${JSON.stringify(card())} ${inspect(card(), { depth: 9 })}`;
    expect(printed).not.toMatch(/4111|123/);
  });

  it('a card number is sent as digits, and stored as a mask', () => {
    const typed = card({ cardNumber: '4111-1111 1111-1111' });
    expect(withPlainDigits(typed).cardNumber.reveal()).toBe('4111111111111111');
    expect(maskCard(typed)).toEqual({ maskedNumber: '411111******1111', brand: 'visa' });
    expect(() => maskCard(card({ cardNumber: '1' }))).toThrow('A card went on that was not checked');
  });
});
