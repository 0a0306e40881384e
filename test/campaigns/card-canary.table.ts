import type { CardText } from '../support/h2h.js';
import type { SecretCall } from './card-canary-calls.js';
import type { CanaryPayer } from './card-canary-payer.js';

type CallName = SecretCall['name'];

interface Answer {
  readonly fault: Readonly<Record<string, unknown>>;
  /** The error code in the caller's answer, or null if the call succeeds. */
  readonly refusal: 'PROVIDER_REFUSED' | 'PROVIDER_OUTCOME_UNKNOWN' | null;
}

const answer = (fault: Answer['fault'], refusal: Answer['refusal'] = 'PROVIDER_OUTCOME_UNKNOWN'): Answer => ({
  fault,
  refusal,
});
const malformed = (variant: string, refusal?: Answer['refusal']): Answer =>
  answer({ fault: 'malformedAnswer', variant }, refusal);

const ANYWHERE: readonly Answer[] = [
  answer({ fault: 'answerSlowly', delayMs: 0 }, null),
  answer({ fault: 'webhookBeforeAnswer' }, null),
  answer({ fault: 'refuse', status: 422 }, 'PROVIDER_REFUSED'),
  answer({ fault: 'refuse', status: 401 }, 'PROVIDER_REFUSED'),
  answer({ fault: 'hangAfterAccepting' }),
  answer({ fault: 'dropAfterAccepting' }),
  answer({ fault: 'dropBeforeAccepting' }),
  answer({ fault: 'serverErrorAfterAccepting', status: 502 }),
  answer({ fault: 'redirect', status: 307, location: 'http://127.0.0.1:9/', accepted: true }),
  malformed('hugeBody'),
];

/** The faulty answers of the provider that each call is tried with. */
export const ANSWERS: Readonly<Record<CallName, readonly Answer[]>> = {
  // The answer must name the order. Another amount in it becomes the order's problem, but the card was accepted.
  submitH2hCard: [
    ...ANYWHERE,
    ...['otherId', 'truncatedJson', 'nullFields'].map((variant) => malformed(variant)),
    ...['wrongAmount', 'wrongExternalId'].map((variant) => malformed(variant, null)),
  ],
  // The provider's document shows no answer to a code, so no answer is wrong.
  submitH2hCode: [...ANYWHERE, ...['truncatedJson', 'wrongContentType'].map((variant) => malformed(variant, null))],
  createOrder: [
    ...ANYWHERE,
    ...['noId', 'truncatedJson', 'nullFields', 'wrongAmount', 'wrongExternalId'].map((variant) => malformed(variant)),
  ],
};

/** Cards with one mistake each, and the error code for it. */
export const unsoundCards = ({
  card,
  number,
  cvv,
  surname,
  expiry,
  mistyped,
}: CanaryPayer): readonly (readonly [string, Partial<CardText>])[] => [
  ['CARD_NUMBER_INVALID', { cardNumber: mistyped.text }],
  ['CARD_NUMBER_INVALID', { cardNumber: number.text.repeat(2) }],
  ['CARD_NUMBER_INVALID', { cardNumber: `${number.text} (${cvv.text})` }],
  ['CARDHOLDER_NAME_INVALID', { cardholderName: number.text }],
  ['CARDHOLDER_NAME_INVALID', { cardholderName: `${card.cardholderName} ${cvv.text}` }],
  ['CARDHOLDER_NAME_INVALID', { cardholderName: surname.text.repeat(8) }],
  ['CARDHOLDER_NAME_INVALID', { cardholderName: `${card.cardholderName}\u0000` }],
  ['CARD_EXPIRY_INVALID', { expiryDate: number.text }],
  ['CARD_EXPIRY_INVALID', { expiryDate: ` ${expiry.text} ` }],
  ['CARD_EXPIRED', { expiryDate: '01/20' }],
  ['CARD_CVV_INVALID', { cvv: number.text }],
  ['CARD_CVV_INVALID', { cvv: cvv.text.slice(1) }],
  ['CARD_CVV_INVALID', { cvv: ` ${cvv.text}` }],
];

/** Values of `card` that are not a card at all. */
export const noCards = ({ card, number, cvv, surname, expiry }: CanaryPayer): readonly unknown[] => [
  number.text,
  [card, card],
  { ...card, cardNumber: Number(number.text) },
  { ...card, cardNumber: [number.text] },
  { ...card, cardNumber: number.text.repeat(5) },
  { ...card, cardNumber: '' },
  { ...card, cvv: Number(cvv.text) },
  { ...card, cvv: { value: cvv.text } },
  { ...card, cvv: null },
  { ...card, cardholderName: [surname.text, surname.text] },
  { ...card, cardholderName: { last: surname.text } },
  { ...card, expiryDate: { date: expiry.text } },
  { ...card, expiryDate: undefined },
  { ...card, pan: number.text },
  { ...card, [number.text]: cvv.text },
];

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

/** Documents with secrets as literals, where they do not belong. */
export function documentsWith({ card, number, cvv, code }: CanaryPayer): readonly string[] {
  const fields = (cardNumber: string): string =>
    `{ cardNumber: ${cardNumber} cvv: "${cvv.text}"
       cardholderName: "${card.cardholderName}" expiryDate: "${card.expiryDate}" }`;
  const quoted = `"${number.text}"`;
  return [
    ...[quoted, number.text, `[${quoted}]`, `{ value: ${quoted} }`].flatMap((literal) => [
      `mutation { submitH2hCard(input: { orderId: "${ID}" card: ${fields(literal)} }) { order { id } } }`,
      `mutation { createOrder(input: { amount: "1" method: CARD_IN_ORDER card: ${fields(literal)} }) { order { id } } }`,
    ]),
    `mutation ($card: CardInput! = ${fields(quoted)}) {
       submitH2hCard(input: { orderId: "${ID}" card: $card }) { order { id } } }`,
    `mutation { submitH2hCard(input: { orderId: "${ID}" card: ${fields(quoted)}`,
    `mutation { submitH2hCard(input: { orderId: "${ID}" card: { cardNumber: "${number.text} } }) { order { id } } }`,
    `mutation { submitH2hCard(cardNumber: ${quoted} cvv: "${cvv.text}") { order { id } } }`,
    `mutation { submitH2hCode(input: { orderId: "${ID}" code: "${code.text}" }) { order { id } } }`,
    `mutation { submitH2hCode(input: { orderId: "${ID}" code: "${code.text} }) { order { id } } }`,
    `mutation ($code: SmsCode! = "${code.text}") { submitH2hCode(input: { orderId: "${ID}" code: $code }) { order { id } } }`,
    `mutation { submitH2hCode(code: "${code.text}") { order { id } } }`,
    `{ order(id: ${quoted}) { id } orders(first: ${number.text}) { totalCount } }`,
  ];
}
