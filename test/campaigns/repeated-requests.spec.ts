import fc from 'fast-check';
import { ORDER_OUTCOMES } from '../e2e/repeated-orders.table.js';
import { PAYOUT_OUTCOMES } from '../e2e/repeated-payouts.table.js';
import type { Input, RepeatedOutcome, RepeatStage } from '../e2e/repeated-requests.table.js';
import { type Desk, openDesk } from '../support/desk.js';
import { enableEveryMethod } from '../support/h2h.js';
import { createdOrder } from '../support/orders.js';
import { ageCreation } from '../support/payout-ageing.js';
import { recordedPayout } from '../support/payouts.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { IMPATIENT, OPEN_GATE } from '../support/settings.js';

interface Answer {
  readonly isRepeat: boolean;
  readonly recorded: { readonly id: string; readonly status: string } | null;
  readonly userErrors: readonly { readonly code: string }[];
}

/** A mutation, the fields to compare, and the outcomes to bring about. */
interface Kind {
  readonly mutation: 'createPayout' | 'createOrder';
  readonly selection: string;
  readonly outcomes: readonly RepeatedOutcome[];
}

const PAYOUTS: Kind = {
  mutation: 'createPayout',
  selection: `recorded: payout { id status providerPayoutId amount currency externalId problem isFinal approvalReason
    blockedBy { limit message } waitingFor { kind message } } warnings { code message field } userErrors { code message field }`,
  outcomes: PAYOUT_OUTCOMES,
};

const ORDERS: Kind = {
  mutation: 'createOrder',
  selection: `recorded: order { id status providerOrderId amount currency externalId problem isFinal paymentLink
    maskedCardNumber } userErrors { code message field retryAt }`,
  outcomes: ORDER_OUTCOMES,
};

/** Error codes that return what another request recorded. */
const REFERS_TO_ANOTHER: ReadonlySet<string> = new Set(['IDEMPOTENCY_KEY_REUSED', 'EXTERNAL_ID_TAKEN']);

/** What happens between two requests. */
const BETWEEN = ['nothing', 'others', 'two days'] as const;

/** How a request is repeated. */
interface Plan {
  readonly repeats: readonly { readonly between: (typeof BETWEEN)[number]; readonly isElsewhere: boolean }[];
  /** Whether the request is finally repeated three times concurrently. */
  readonly endsAtOnce: boolean;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  repeats: fc.array(fc.record({ between: fc.constantFrom(...BETWEEN), isElsewhere: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  endsAtOnce: fc.boolean(),
});

/** An order in which to begin all outcomes, an order in which to repeat them, and a plan for each. */
function schedule({ length }: readonly RepeatedOutcome[]): fc.Arbitrary<{
  readonly first: readonly number[];
  readonly again: readonly number[];
  readonly plans: readonly Plan[];
}> {
  const all = { minLength: length, maxLength: length };
  const places = fc.shuffledSubarray(
    Array.from({ length }, (_, place) => place),
    all,
  );
  return fc.record({ first: places, again: places, plans: fc.array(plan, all) });
}

describe('answer to a repeated request', () => {
  let desk: Desk;
  let stage: RepeatStage;
  let others: readonly TestPurser[];

  beforeAll(async () => {
    const settings = {
      ...IMPATIENT,
      ...OPEN_GATE,
      PAYOUT_CLOSE_AFTER_MINUTES: '0',
      ORDER_REDIRECT_HOSTS: 'shop.example',
    };
    desk = await openDesk(settings);
    await enableEveryMethod(desk.purser, {
      enabledMethods: ['HOSTED_PAGE', 'CARD_IN_ORDER', 'WALLET1'],
    });
    const replicaWith = (changes: Readonly<Record<string, string>> = {}): Promise<TestPurser> =>
      startPurser({
        ...settings,
        DATABASE_URL: desk.database.url,
        PROVIDER_BASE_URL: desk.sandbox.url,
        PUBLIC_URL: desk.purser.url,
        ...changes,
      });
    stage = {
      desk,
      replica: await replicaWith(),
      live: await replicaWith({ DESK_ENVIRONMENT: 'live' }),
      // The discard port, where nothing listens.
      cutOff: await replicaWith({ PROVIDER_BASE_URL: 'http://127.0.0.1:9' }),
      strict: await replicaWith({ CARD_LIMIT_PER_EMAIL: '1' }),
    };
    others = [stage.replica, stage.live, stage.cutOff, stage.strict];
  });

  afterAll(async () => {
    for (const purser of others) await purser.close();
    await desk.close();
  });

  /** Successful calls for orders and payouts, which keep the circuits closed. */
  const succeed = async (): Promise<void> => {
    await createdOrder(desk.purser.api);
    await recordedPayout(desk.purser.api);
  };

  async function ask({ mutation, selection }: Kind, { api }: TestPurser, input: Input): Promise<Answer> {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`;
    const { payload } = await api.request<{ payload: Answer }>(
      `mutation ($input: ${type}) { payload: ${mutation}(input: $input) { isRepeat ${selection} } }`,
      { input },
    );
    return payload;
  }

  const without = ({ isRepeat: _isRepeat, ...answer }: Answer): Omit<Answer, 'isRepeat'> => answer;

  /** Returns the status and the codes of an answer. */
  const told = ({ recorded, userErrors }: Answer): readonly string[] => [
    ...(recorded ? [recorded.status] : []),
    ...userErrors.map(({ code }) => code),
  ];

  /** Sends the request of an outcome. Returns a function that repeats it. */
  async function begin(kind: Kind, outcome: RepeatedOutcome): Promise<(plan: Plan) => Promise<void>> {
    await succeed();
    const name = `${kind.mutation}: ${outcome.tells} by ${outcome.by}`;
    const input = await outcome.input(stage);
    const here = outcome.at ? stage[outcome.at] : desk.purser;
    const elsewhere = outcome.at ? here : stage.replica;
    const first = await ask(kind, here, input);
    expect({ name, isRepeat: first.isRepeat }).toEqual({ name, isRepeat: false });
    return async ({ repeats, endsAtOnce }) => {
      let expected = first;
      if (outcome.move) {
        const { id } = first.recorded!;
        expect({ name, ...without(await ask(kind, elsewhere, input)) }).toEqual({ name, ...without(first) });
        await outcome.move(stage, { id, input });
        expected = await ask(kind, here, input);
        expect(expected.recorded!.id).toBe(id);
      }
      expect({ name, told: told(expected) }).toEqual({
        name,
        told: expect.arrayContaining([outcome.tells]) as unknown,
      });
      // If the first request recorded nothing, a later one is not a repetition.
      const isRepeat = first.recorded !== null && !told(first).some((word) => REFERS_TO_ANOTHER.has(word));
      const repeat = async (purser: TestPurser): Promise<void> => {
        expect({ name, ...(await ask(kind, purser, input)) }).toEqual({ name, ...expected, isRepeat });
      };
      for (const { between, isElsewhere } of repeats) {
        if (between === 'others') await succeed();
        if (between === 'two days' && first.recorded) await ageCreation(desk.database, first.recorded.id, '2 days');
        await repeat(isElsewhere ? elsewhere : here);
      }
      if (endsAtOnce) await Promise.all([repeat(here), repeat(elsewhere), repeat(here)]);
    };
  }

  it.each([PAYOUTS, ORDERS])(
    'a repeated $mutation gets the first answer in every outcome, whatever happened in between',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(schedule(kind.outcomes), async ({ first, again, plans }) => {
          const begun = new Map<number, (plan: Plan) => Promise<void>>();
          for (const place of first) {
            const outcome = kind.outcomes[place]!;
            const repeat = await begin(kind, outcome);
            if (!outcome.undo) {
              begun.set(place, repeat);
              continue;
            }
            try {
              await repeat(plans[place]!);
            } finally {
              await outcome.undo(stage);
            }
          }
          for (const place of again) await begun.get(place)?.(plans[place]!);
          await desk.sandbox.clearFaults();
        }),
        { numRuns: 2, seed: 20_260_104, endOnFailure: true },
      );
    },
    // Forty requests, a dozen of which wait for the provider's timeout: a minute beside two other campaigns.
    180_000,
  );
});
