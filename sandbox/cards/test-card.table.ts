import { type FinalH2hStatus, type H2hStage, stages } from '../h2h/h2h-stage.schema.js';
import type { FinalOrderStatus } from '../orders/order-status.states.js';

/** The correct SMS code of every test card. */
export const rightCode = '123456';

/** The bank declines the payment after this many wrong codes. */
export const WRONG_CODES_ALLOWED = 3;

/** How the bank validates SMS codes, and what the session shows after each. */
export interface CodeRules {
  readonly right: 'theRightOne' | 'theRightOneButNotFirst' | 'none';
  readonly afterRight: readonly H2hStage[];
  /** Stages after a wrong code. After the last allowed wrong code, `afterLastWrong` is used instead. */
  readonly afterWrong: readonly H2hStage[];
}

export interface TestCard {
  readonly name: string;
  readonly cardNumber: string;
  readonly does: string;
  /** Statuses of the H2H session in order, from the arrival of the card. */
  readonly stages: readonly H2hStage[];
  readonly codes: CodeRules;
  /** Outcome of the order if it differs from `orderEnds`. */
  readonly orderOnSuccess?: FinalOrderStatus;
  /** Outcome of an order created with this card; null leaves it open until it expires. */
  readonly inOrder: FinalOrderStatus | null;
  /** True if the card is accepted and then the connection is dropped. */
  readonly losesAnswer?: true;
}

const { initializing, stuck, processing, codeWanted, codeUnderCheck, succeeded, cancelled, failed, expired } = stages;

const toSuccess = [processing, succeeded];
const asksAgain = [processing, codeWanted];

export const afterLastWrong: readonly H2hStage[] = [processing, failed];

/** For cards whose bank never asks for a code. */
const noCodes: CodeRules = { right: 'none', afterRight: [], afterWrong: afterLastWrong };

export const orderEnds = {
  SUCCESS: 'PAID',
  FAILED: 'DECLINED',
  CANCELLED: 'CANCELED',
  EXPIRED: 'EXPIRED',
} as const satisfies Readonly<Record<FinalH2hStatus, FinalOrderStatus>>;

/**
 * Numbers that card schemes and processors publish for tests; no bank issues them. Any CVV of 3 or 4 digits and any
 * future date are valid. An order created with a card has no step for an SMS code, so the bank declines it.
 */
export const testCards: readonly TestCard[] = [
  {
    name: 'success',
    cardNumber: '4111111111111111',
    does: 'Succeeds without an SMS code; the order is paid.',
    stages: [initializing, processing, succeeded],
    codes: noCodes,
    inOrder: 'PAID',
  },
  {
    name: 'sms',
    cardNumber: '5555555555554444',
    does: 'Asks for an SMS code. A wrong one is taken, the flag goes down and comes up again; the third wrong one fails.',
    stages: [initializing, codeWanted],
    codes: { right: 'theRightOne', afterRight: toSuccess, afterWrong: asksAgain },
    inOrder: 'DECLINED',
  },
  {
    name: 'smsFirstWrong',
    cardNumber: '5105105105105100',
    does: 'Calls the first SMS code wrong, whatever it is; then takes the right one.',
    stages: [initializing, codeWanted],
    codes: { right: 'theRightOneButNotFirst', afterRight: toSuccess, afterWrong: asksAgain },
    inOrder: 'DECLINED',
  },
  {
    name: 'smsAlwaysWrong',
    cardNumber: '4012888888881881',
    does: 'Calls every SMS code wrong; fails after the third.',
    stages: [initializing, codeWanted],
    codes: { right: 'none', afterRight: [], afterWrong: asksAgain },
    inOrder: 'DECLINED',
  },
  {
    name: 'smsFlagStays',
    cardNumber: '3530111333300000',
    does: 'Asks for an SMS code; after a wrong one the flag never goes down.',
    stages: [initializing, codeWanted],
    codes: { right: 'theRightOne', afterRight: toSuccess, afterWrong: [codeWanted] },
    inOrder: 'DECLINED',
  },
  {
    name: 'smsFlagLate',
    cardNumber: '3566002020360505',
    does: 'Asks for an SMS code; after the right one the flag stays up for two more reads.',
    stages: [initializing, codeWanted],
    codes: {
      right: 'theRightOne',
      afterRight: [codeUnderCheck, codeUnderCheck, ...toSuccess],
      afterWrong: asksAgain,
    },
    inOrder: 'DECLINED',
  },
  {
    name: 'threeDSecure',
    cardNumber: '4242424242424242',
    does: 'Waits for 3-D Secure: PROCESSING for four reads, then succeeds.',
    stages: [initializing, processing, processing, processing, processing, succeeded],
    codes: noCodes,
    inOrder: 'PAID',
  },
  {
    name: 'decline',
    cardNumber: '4000000000000002',
    does: 'Is declined by the bank. So is every card that is not in this list.',
    stages: [initializing, processing, failed],
    codes: noCodes,
    inOrder: 'DECLINED',
  },
  {
    name: 'cancel',
    cardNumber: '6011111111111117',
    does: 'Is cancelled; the order is canceled.',
    stages: [initializing, processing, cancelled],
    codes: noCodes,
    inOrder: 'CANCELED',
  },
  {
    name: 'expire',
    cardNumber: '6011000990139424',
    does: 'Expires; so does the order.',
    stages: [initializing, processing, expired],
    codes: noCodes,
    inOrder: 'EXPIRED',
  },
  {
    name: 'stuck',
    cardNumber: '378282246310005',
    does: 'Never gets past INITIALIZING; ends when the order expires.',
    stages: [stuck],
    codes: noCodes,
    inOrder: null,
  },
  {
    name: 'successNotPaid',
    cardNumber: '2223003122003222',
    does: 'Succeeds, and the order is declined all the same: SUCCESS does not mean that funds arrived.',
    stages: [initializing, processing, succeeded],
    codes: noCodes,
    orderOnSuccess: 'DECLINED',
    inOrder: 'DECLINED',
  },
  {
    name: 'answerLost',
    cardNumber: '371449635398431',
    does: 'Is taken and its connection dropped; then succeeds.',
    stages: [initializing, processing, succeeded],
    codes: noCodes,
    inOrder: 'PAID',
    losesAnswer: true,
  },
];

const unlisted: TestCard = {
  name: 'unlisted',
  cardNumber: '',
  does: 'Is declined: no bank here has issued it.',
  stages: [initializing, processing, failed],
  codes: noCodes,
  inOrder: 'DECLINED',
};

export function testCardOf(cardNumber: string): TestCard {
  return testCards.find((card) => card.cardNumber === cardNumber) ?? unlisted;
}

/** Finds a card by its name, because the book stores only the name. */
export function testCardNamed(name: string): TestCard {
  return testCards.find((card) => card.name === name) ?? unlisted;
}
