import fc from 'fast-check';
import { type Desk, openDesk } from '../support/desk.js';
import { cardText, enableEveryMethod } from '../support/h2h.js';
import { sendOrder } from '../support/orders.js';
import { cardholderNames, cardNumbers, expiryDates, securityCodes, typedNumbers } from './generated-bad-input-cards.js';
import { expectOneRefusal, OrderOracle, refusalsOf } from './generated-bad-input-oracle.js';
import { PAYER_TRIALS } from './generated-bad-input-payers.js';
import { amounts, numberLiterals, texts } from './generated-bad-input-texts.js';
import { together, type Trials, tryAll, uniqueWord } from './generated-bad-input-trial.js';
import { PAYER } from '../e2e/order-methods.table.js';

type Input = Readonly<Record<string, unknown>>;

// No currency is given, because other currencies have their own rules for amounts.
const sound = { customer: PAYER, currency: null };

/** A valid input for every method of payment. */
const WAYS: readonly Input[] = [
  ...['HOSTED_PAGE', 'CARD_H2H', 'WALLET1', 'WALLET2', 'BANK_TRANSFER'].map((method) => ({ ...sound, method })),
  { ...sound, method: 'CARD_IN_ORDER', card: cardText('4111111111111111') },
];
const [PAGE, BY_CARD, WALLET] = WAYS as [Input, Input, Input];
const CARD_IN_ORDER = WAYS.at(-1)!;

const TEXTS = [
  ['purpose', 500],
  ['externalId', 128],
  ['idempotencyKey', 200],
] as const;

const CARD_TRIALS: readonly (readonly [field: string, trials: Trials, runs: number])[] = [
  ['cardNumber', cardNumbers, 35],
  ['cardholderName', cardholderNames, 20],
  ['expiryDate', expiryDates, 25],
  ['cvv', securityCodes, 20],
];

describe('order with generated bad input', () => {
  let desk: Desk;
  let oracle: OrderOracle;

  beforeAll(async () => {
    desk = await openDesk();
    await enableEveryMethod(desk.purser);
    // Orders keep their first status.
    await desk.sandbox.setOrderOutcomeDelay(null);
    oracle = new OrderOracle(desk);
  });

  afterEach(async () => {
    await oracle.expectNothingElse();
  });

  afterAll(async () => {
    await desk.close();
  });

  /** Runs trials with several methods of payment in turn. */
  const tryIn = (ways: readonly Input[], path: readonly string[], trials: Trials, runs: number): Promise<void> => {
    let turn = 0;
    return tryAll(trials, runs, (trial) => oracle.decide(trial, path, ways[(turn += 1) % ways.length]!));
  };

  it('valid payer fields are accepted and sent exactly', async () => {
    await together(PAYER_TRIALS.map(([field, trials, runs]) => tryIn(WAYS, ['customer', field], trials, runs)));
  });

  it('readable texts are accepted and kept character by character', async () => {
    await together(TEXTS.map(([field, longest]) => tryIn(WAYS, [field], texts(longest), 30)));
  });

  it('amounts are accepted digit by digit, and near misses are refused', async () => {
    await together([WALLET, BY_CARD].map((way) => tryIn([way], ['amount'], amounts, 40)));
  });

  it('amounts written as number literals are refused', async () => {
    await tryAll(numberLiterals, 20, async ({ value }) => {
      const answer = await desk.purser.api.send(
        `mutation { createOrder(input: { amount: ${String(value)} method: CARD_H2H }) { order { id } } }`,
      );
      expect([answer.status, answer.data]).toEqual([400, null]);
      expectOneRefusal(refusalsOf(answer.errors, []), ['amount']);
    });
  });

  it('only valid cards are accepted', async () => {
    await together(CARD_TRIALS.map(([field, trials, runs]) => tryIn([CARD_IN_ORDER], ['card', field], trials, runs)));
  });

  it('card numbers in stored fields are refused', async () => {
    const fields = ['firstName', 'lastName', 'city', 'region', 'state', 'postcode', 'address'];
    const paths = [...TEXTS.map(([field]) => [field]), ...fields.map((field) => ['customer', field])];
    await together(paths.map((path) => tryIn(WAYS, path, typedNumbers, 6)));
  });

  it('similar texts stay distinct', async () => {
    const accented = fc.tuple(uniqueWord, fc.constantFrom('é', 'ñ', 'ü', 'Å', '각')).map((parts) => parts.join(''));
    const runs = fc.asyncProperty(accented, async (text) => {
      const forms = [text.normalize('NFC'), text.normalize('NFD')];
      for (const value of forms) await oracle.decide({ value, expected: 'taken' }, ['externalId'], PAGE);
      for (const externalId of forms) {
        const { data, errors } = await sendOrder(desk.purser.api, { ...PAGE, externalId });
        expect(errors).toEqual([]);
        expect(data!.createOrder.userErrors).toMatchObject([{ code: 'EXTERNAL_ID_TAKEN' }]);
      }
    });
    await fc.assert(runs, { numRuns: 6 });
  });
});
