import { randomUUID } from 'node:crypto';
import { assertEnumType } from 'graphql';
import { type Desk, openDesk } from '../support/desk.js';
import { createdOrder, orderInput } from '../support/orders.js';
import { faultMatch, payoutInput, recordedPayout } from '../support/payouts.js';
import { startPurser } from '../support/purser.js';
import { IMPATIENT, OPEN_GATE } from '../support/settings.js';
import { faultStage } from '../support/fault-stage.js';
import { ORDER_OUTCOMES as ORDERS, UNREPEATABLE_ORDERS } from './repeated-orders.table.js';
import { PAYOUT_OUTCOMES as PAYOUTS, UNREPEATABLE_PAYOUTS } from './repeated-payouts.table.js';
import { outcomeGaps } from './repeated-requests.table.js';

type Input = Readonly<Record<string, unknown>>;

interface Answer {
  readonly isRepeat: boolean;
  readonly userErrors: readonly { readonly code: string; readonly message: string }[];
}

interface Outcome {
  readonly after: string;
  readonly fault?: Readonly<Record<string, unknown>>;
  readonly input?: Input;
  readonly status: string;
  readonly codes: readonly string[];
}

const REFUSED = { fault: 'refuse', status: 422 };
const LOST = { fault: 'dropAfterAccepting' };

const PAYOUT_OUTCOMES: readonly (Outcome & { readonly warnings?: readonly string[] })[] = [
  { status: 'CREATED', codes: [], after: 'an answer' },
  { status: 'REJECTED', codes: ['PROVIDER_REFUSED'], after: 'a refusal', fault: REFUSED },
  {
    status: 'REJECTED',
    codes: ['PROVIDER_REFUSED'],
    after: 'a refusal through a named service',
    fault: REFUSED,
    input: { serviceId: 401 },
    warnings: [],
  },
  { status: 'UNCONFIRMED', codes: [], after: 'a lost answer', fault: LOST },
  { status: 'AWAITING_APPROVAL', codes: [], after: 'a payout of the same amount' },
];

const ORDER_OUTCOMES: readonly Outcome[] = [
  { status: 'CREATED', codes: [], after: 'an answer' },
  { status: 'DECLINED', codes: ['PROVIDER_REFUSED'], after: 'a refusal', fault: REFUSED },
  { status: 'ABANDONED', codes: ['PROVIDER_OUTCOME_UNKNOWN'], after: 'a lost answer', fault: LOST },
  {
    after: 'a wrong answer',
    status: 'ABANDONED',
    codes: ['PROVIDER_OUTCOME_UNKNOWN'],
    fault: { fault: 'malformedAnswer', variant: 'wrongAmount' },
  },
];

describe('answers to repeated requests', () => {
  let desk: Desk;

  faultStage(async () => {
    desk = await openDesk({
      ...IMPATIENT,
      ...OPEN_GATE,
    });
    return desk;
  });

  // Successful calls keep the circuit breaker closed.
  beforeEach(() => createdOrder(desk.purser.api));

  const ask = async <Payload extends Answer>(
    mutation: string,
    selection: string,
    input: Input,
    { api } = desk.purser,
  ): Promise<Payload> => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`;
    const { payload } = await api.request<{ payload: Payload }>(
      `mutation ($input: ${type}) {
         payload: ${mutation}(input: $input) { isRepeat userErrors { code message field } ${selection} } }`,
      { input },
    );
    return payload;
  };

  const askTwice = async <Payload extends Answer>(
    mutation: string,
    selection: string,
    input: Input,
    purser = desk.purser,
  ): Promise<Payload> => {
    const first = await ask<Payload>(mutation, selection, input, purser);
    const again = await ask<Payload>(mutation, selection, input, purser);
    expect(first.isRepeat).toBe(false);
    expect(again).toEqual({ ...first, isRepeat: true });
    return first;
  };

  it.each([
    { mutation: 'createPayout', words: ['PayoutStatus', 'CreatePayoutErrorCode'], of: [PAYOUTS, UNREPEATABLE_PAYOUTS] },
    { mutation: 'createOrder', words: ['OrderStatus', 'CreateOrderErrorCode'], of: [ORDERS, UNREPEATABLE_ORDERS] },
  ] as const)(
    'every status and code of $mutation has a row in a campaign, or a reason why it has none',
    ({ words, of }) => {
      const closedSet = words.flatMap((name) =>
        assertEnumType(desk.purser.schema.getType(name))
          .getValues()
          .map((value) => value.name),
      );
      expect(outcomeGaps(closedSet, ...of)).toEqual([]);
    },
  );

  it.each(PAYOUT_OUTCOMES)(
    'the same answer is repeated for a payout that is $status after $after',
    async ({ status, codes, fault, input: overrides, warnings }) => {
      const input = status === 'AWAITING_APPROVAL' ? await possibleDuplicate() : payoutInput(overrides);
      if (fault) await desk.sandbox.setFault({ on: 'createPayout', ...fault, match: faultMatch(input) });
      const selection = 'payout { id status problem } warnings { code message field }';
      const answer = await askTwice<Answer & { payout: { status: string }; warnings: { code: string }[] }>(
        'createPayout',
        selection,
        input,
      );
      expect(answer.payout.status).toBe(status);
      expect(answer.userErrors.map(({ code }) => code)).toEqual(codes);
      expect(answer.warnings.map(({ code }) => code)).toEqual(warnings ?? ['SERVICE_ID_OMITTED']);
    },
  );

  /** Returns a request for the same amount and recipient as a payout that was just sent. */
  const possibleDuplicate = async (): Promise<Record<string, unknown>> => {
    const input = payoutInput();
    await recordedPayout(desk.purser.api, input);
    return { ...input, idempotencyKey: randomUUID() };
  };

  it('repeating the request for a payout that was withdrawn since says that it will not be paid', async () => {
    const input = await possibleDuplicate();
    const { id } = await recordedPayout(desk.purser.api, input);
    await desk.purser.api.request(
      'mutation ($id: ID!) { withdrawPayout(input: { payoutId: $id }) { payout { id } } }',
      { id },
    );
    const again = await ask<Answer>('createPayout', 'payout { id status }', input);
    expect(again).toMatchObject({ isRepeat: true, payout: { id, status: 'WITHDRAWN' } });
    expect(again.userErrors).toMatchObject([{ code: 'NOT_PAID' }]);
  });

  it.each(ORDER_OUTCOMES)(
    'the same answer is repeated for an order that is $status after $after',
    async ({ status, codes, fault }) => {
      const input = orderInput({ idempotencyKey: randomUUID() });
      if (fault) {
        await desk.sandbox.setFault({ on: 'createOrder', ...fault, match: { externalId: input['externalId'] } });
      }
      const answer = await askTwice<Answer & { order: { status: string } }>(
        'createOrder',
        'order { id status problem paymentLink }',
        input,
      );
      expect(answer.order.status).toBe(status);
      expect(answer.userErrors.map(({ code }) => code)).toEqual(codes);
      if (status === 'ABANDONED') expect(answer.userErrors[0]?.message).toContain('with another idempotency key');
    },
  );

  it('the same answer is repeated for an order that could not be sent', async () => {
    const cutOff = await startPurser({
      DATABASE_URL: desk.database.url,
      // The discard port, where nothing listens.
      PROVIDER_BASE_URL: 'http://127.0.0.1:9',
    });
    const input = orderInput({ idempotencyKey: randomUUID() });
    const { userErrors } = await askTwice('createOrder', 'order { id status problem }', input, cutOff);
    await cutOff.close();
    expect(userErrors).toMatchObject([{ code: 'PROVIDER_NOT_REACHED' }]);
  });

  it('the same answer is repeated for a funding', async () => {
    const input = {
      currency: 'EUR',
      amount: '10',
      direction: 'IN',
      reference: 'Transfer 1',
      idempotencyKey: randomUUID(),
    };
    await askTwice('fundBalance', 'balance { available }', input);
  });
});
