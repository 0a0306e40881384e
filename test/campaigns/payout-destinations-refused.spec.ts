import { type Desk, openDesk } from '../support/desk.js';
import { TestSandbox } from '../support/sandbox.js';
import { NUMBERS } from './payout-destinations-numbers.js';
import { HOPELESS, RECIPIENTS } from './payout-destinations-recipients.js';
import { askForPayout, type Fields, inputOf, inputTo, ROUTES, sendPast } from '../e2e/payout-destinations.table.js';
import { VIOLATIONS } from './payout-destinations-violations.js';

const ALL = [...VIOLATIONS, ...RECIPIENTS, ...NUMBERS];

const RULES_OF_THE_INTERFACE = ALL.filter(({ provider }) => provider !== undefined);

describe('payout that breaks a rule', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  async function refusalOf(input: Fields) {
    const { data, errors } = await askForPayout(desk.purser.api, input);
    const problems = [
      ...errors.map(({ extensions }) => extensions),
      ...(data?.createPayout.userErrors ?? []).map(({ code, field }) => ({ code, field })),
    ];
    return { payout: data?.createPayout.payout ?? null, problems, answer: JSON.stringify({ data, errors }) };
  }

  it.each(ALL.map((violation) => [violation.title, violation] as const))(
    'a payout is refused: %s',
    async (_, { input, code, field }) => {
      const { answer, ...refusal } = await refusalOf(input);
      expect(refusal).toEqual({ payout: null, problems: [{ code, field: ['input', ...field] }] });
      const value = field.reduce<unknown>((object, name) => (object as Fields)[name], input);
      // Shorter values occur in any sentence.
      if (typeof value !== 'string' || value.length < 10 || field.includes('paymentType')) return;
      expect(answer).not.toContain(value);
      expect(desk.purser.logLines.join()).not.toContain(value);
    },
  );

  it('all problems of a payout are named together', async () => {
    const { payout, problems } = await refusalOf(HOPELESS.input);
    expect(payout).toBeNull();
    expect(problems.map(({ code, field }) => [code, field?.slice(1).join('.')])).toEqual(HOPELESS.problems);
  });

  it('the amount is checked even if the payment type is wrong', async () => {
    const { payout, problems } = await refusalOf(inputTo('BRL', 'EMAIL', { paymentType: 'SIM', amount: '0' }));
    expect(payout).toBeNull();
    expect(problems.map(({ code }) => code)).toEqual(['PAYMENT_TYPE_NOT_SUPPORTED', 'AMOUNT_NOT_POSITIVE']);
  });

  // Runs after all tests above, so it would find any payout that was stored or sent.
  it('no refused payout was stored or sent', async () => {
    const stored = await desk.database.query(
      'SELECT idempotency_key FROM payouts UNION ALL SELECT subject_id::text FROM status_changes',
    );
    expect({ stored, requests: await desk.sandbox.countRequests() }).toEqual({ stored: [], requests: {} });
  });
});

describe('provider, bypassing Purser', () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await TestSandbox.start();
  });

  afterAll(async () => {
    await sandbox.close();
  });

  it.each(ROUTES.map((route) => [`${route.title} in ${route.currency}`, route] as const))(
    'the provider pays to %s',
    async (_, route) => {
      const recipient = { ...route.recipient, ...route.wire };
      const verdict = await sendPast(sandbox.url, inputOf(route, { recipient }));
      expect(verdict).toEqual({ status: 201, field: null });
    },
  );

  it.each(RULES_OF_THE_INTERFACE.map((violation) => [violation.title, violation] as const))(
    'the provider also refuses %s',
    async (_, { input, provider }) => {
      expect(await sendPast(sandbox.url, input)).toEqual({ status: 422, field: provider });
    },
  );

  it('the provider has only the valid payouts', async () => {
    expect(await sandbox.payouts()).toHaveLength(ROUTES.length);
  });
});
