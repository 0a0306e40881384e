import fc from 'fast-check';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient, Subscription } from '../support/graphql-client.js';
import {
  createPayout,
  type CreatedPayout,
  type Fields,
  inputOf,
  inputTo,
  type Route,
  ROUTES,
  wirePaymentType,
} from './payout-destinations.table.js';
import { makePollDue } from '../support/payout-ageing.js';

interface Change {
  readonly to: string;
  readonly cause: string;
  readonly payout: { readonly id: string; readonly providerStatus: string | null };
}

interface Destination {
  readonly id: string;
  readonly currencies: readonly { code: string; maxFractionDigits: number; multipleOf: string | null }[];
  readonly paymentTypes: readonly { code: string }[];
  readonly fields: readonly {
    readonly name: string;
    readonly presence: string;
    readonly kind: string;
    readonly example: string;
    readonly choices: readonly string[];
    readonly onlyForPaymentType: string | null;
    readonly onlyForCurrency: string | null;
  }[];
}

const DESTINATIONS = `{ payoutDestinations { id currencies { code maxFractionDigits multipleOf } paymentTypes { code }
  fields { name presence kind example choices onlyForPaymentType onlyForCurrency } } }`;

const isBangladesh = ({ currency }: Route): boolean => currency === 'BDT';

describe('payouts by destination', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  async function bookedAs({ payout }: CreatedPayout) {
    return desk.sandbox.findPayouts(payout!.attempts[0]!.id);
  }

  describe('every destination', () => {
    const created = new Map<Route, CreatedPayout>();
    const changes = new Map<string, Change[]>();
    let subscription: Subscription<{ payoutStatusChanged: Change }>;

    beforeAll(async () => {
      subscription = await desk.purser.api.subscribe(
        'subscription { payoutStatusChanged { to cause payout { id providerStatus } } }',
      );
      // One at a time: concurrent payouts would wait for each other longer than a claimed payout may wait to be sent.
      for (const route of ROUTES) created.set(route, await createPayout(desk.purser.api, inputOf(route)));
      for (const [step, status] of [
        ['process', 'PROCESSING'],
        ['complete', 'COMPLETED'],
      ] as const) {
        for (const { payout } of created.values()) {
          if (payout?.providerPayoutId) await desk.sandbox.movePayout(payout.providerPayoutId, step);
        }
        // Bangladesh has no webhooks. The first poll would be a minute away, so it is made due now.
        for (const [route, { payout }] of created) {
          if (isBangladesh(route) && payout?.providerPayoutId) await makePollDue(desk.database, { id: payout.id });
        }
        await readUntilAllAre(status);
      }
    });

    afterAll(async () => {
      await subscription.close();
    });

    async function readUntilAllAre(status: string): Promise<void> {
      const open = new Set([...created.values()].flatMap(({ payout }) => (payout?.providerPayoutId ? payout.id : [])));
      while (open.size > 0) {
        const { payoutStatusChanged: change } = await subscription.next();
        const { id } = change.payout;
        changes.set(id, [...(changes.get(id) ?? []), change]);
        if (change.to === status) open.delete(id);
      }
    }

    it.each(ROUTES.map((route) => [`${route.amount} ${route.currency} to ${route.title}`, route] as const))(
      'a payout of %s is accepted, and recorded at the provider as requested',
      async (_, route) => {
        const { currency, paymentType, literal, serviceId, recipient, wire } = route;
        const answer = created.get(route)!;
        expect(answer).toMatchObject({ payout: { status: 'CREATED' }, userErrors: [] });
        const booked = await bookedAs(answer);
        expect(booked).toMatchObject([
          { amount: literal, currency, type: wirePaymentType(paymentType), serviceId: serviceId ?? null },
        ]);
        expect(booked[0]!.account).toEqual({ ...recipient, ...wire });
      },
    );

    it.each(ROUTES.map((route) => [`${route.amount} ${route.currency} to ${route.title}`, route] as const))(
      'a payout of %s is followed to COMPLETED',
      (_, route) => {
        const cause = isBangladesh(route) ? 'POLL' : 'WEBHOOK';
        const seen = changes.get(created.get(route)!.payout!.id)!.map((change) => [change.to, change.cause]);
        expect(seen.slice(-2)).toEqual([
          ['PROCESSING', cause],
          ['COMPLETED', cause],
        ]);
      },
    );

    it('the tested routes are all that the API offers', async () => {
      const { payoutDestinations } = await desk.purser.api.request<{ payoutDestinations: Destination[] }>(DESTINATIONS);
      const offered = payoutDestinations.flatMap(({ currencies, paymentTypes }) =>
        currencies.flatMap((currency) => paymentTypes.map((type) => `${currency.code} ${type.code}`)),
      );
      expect(new Set(ROUTES.map(({ currency, paymentType }) => `${currency} ${paymentType}`))).toEqual(
        new Set(offered),
      );
    });
  });

  describe('payouts built from payoutDestinations', () => {
    // All currencies of a destination have the same example. With equal amounts they would be possible duplicates.
    let payouts = 0;

    it.each([
      ['with every field', ['REQUIRED', 'RECOMMENDED', 'OPTIONAL']],
      ['with the required fields only', ['REQUIRED']],
    ])('a payout is accepted in each currency and payment type %s', async (_, presences) => {
      const { payoutDestinations } = await desk.purser.api.request<{ payoutDestinations: Destination[] }>(DESTINATIONS);
      const inputs = payoutDestinations.flatMap((destination) => inputsFor(destination, presences));
      // Three wallets for each of Bangladesh's two payment types, and one input for each other combination.
      expect(inputs).toHaveLength(2 * 3 + 19);
      for (const input of inputs) {
        const { payout, userErrors, warnings } = await createPayout(desk.purser.api, await withBank(input));
        expect({ input, userErrors, status: payout?.status }).toMatchObject({ userErrors: [], status: 'CREATED' });
        const isEmailMissed = input.paymentType === 'SIM' && input.recipient['userEmail'] === undefined;
        expect(warnings.map(({ code }) => code)).toEqual([
          'SERVICE_ID_OMITTED',
          ...(isEmailMissed ? ['FIELD_RECOMMENDED'] : []),
        ]);
      }
    });

    interface BuiltInput {
      readonly currency: string;
      readonly paymentType: string;
      readonly amount: string;
      readonly recipient: Readonly<Record<string, string>>;
      readonly asksForBank: boolean;
    }

    function inputsFor({ currencies, paymentTypes, fields }: Destination, presences: string[]): BuiltInput[] {
      return currencies.flatMap((currency) =>
        paymentTypes.flatMap(({ code: paymentType }) => {
          const asked = fields.filter(
            ({ presence, onlyForPaymentType, onlyForCurrency }) =>
              presences.includes(presence) &&
              [null, paymentType].includes(onlyForPaymentType) &&
              [null, currency.code].includes(onlyForCurrency),
          );
          const examples = Object.fromEntries(asked.map(({ name, example }) => [name, example]));
          const choice = asked.find(({ kind }) => kind === 'CHOICE');
          const variants = choice ? choice.choices.map((text) => ({ ...examples, [choice.name]: text })) : [examples];
          return variants.map((recipient) => ({
            currency: currency.code,
            paymentType,
            amount: amountOf(currency),
            recipient,
            asksForBank: asked.some(({ kind }) => kind === 'BANK_ID'),
          }));
        }),
      );
    }

    function amountOf({ maxFractionDigits, multipleOf }: Destination['currencies'][number]): string {
      payouts += 1;
      if (multipleOf !== null) return String(payouts * Number(multipleOf));
      return maxFractionDigits === 0 ? String(payouts) : `${payouts}.${'1'.repeat(maxFractionDigits)}`;
    }

    async function withBank({ asksForBank, ...input }: BuiltInput): Promise<Fields> {
      const idempotencyKey = `built-${input.currency}-${input.paymentType}-${input.amount}`;
      if (!asksForBank) return { ...input, idempotencyKey };
      const { payoutBanks } = await desk.purser.api.request<{ payoutBanks: { id: string; name: string }[] }>(
        'query ($phone: String!) { payoutBanks(phone: $phone) { id name } }',
        { phone: input.recipient['requisites'] },
      );
      const bankName = payoutBanks.find(({ name }) => name === 'River Bank')!.id;
      return { ...input, idempotencyKey, recipient: { ...input.recipient, bankName } };
    }
  });

  it('a key can look up the banks of ten phone numbers a minute', async () => {
    const maker = await desk.keyWith(['payouts:create']);
    const lookUp = async (api: GraphqlClient, last: number): Promise<string> => {
      const { errors } = await api.send('query ($phone: String!) { payoutBanks(phone: $phone) { id } }', {
        phone: `+7912345${1_000 + last}`,
      });
      return errors.map(({ extensions }) => extensions.code).join();
    };
    const answers = await Promise.all(Array.from({ length: 14 }, (_, last) => lookUp(maker, last)));
    expect(answers.filter((code) => code === '')).toHaveLength(10);
    expect(answers.filter((code) => code === 'RATE_LIMITED')).toHaveLength(4);
    // Repeating a look-up costs nothing, and other keys have a limit of their own.
    expect(await lookUp(maker, answers.indexOf(''))).toBe('');
    expect(await lookUp(await desk.keyWith(['payouts:create']), 99)).toBe('');
    expect(await lookUp(await desk.keyWith(['payouts:read']), 0)).toBe('FORBIDDEN');
  });

  it('a payout without a service goes to the default service, with a warning', async () => {
    const answer = await createPayout(desk.purser.api, inputTo('XOF', 'SIM', { amount: '15' }));
    expect(answer.payout?.status).toBe('CREATED');
    expect(answer.warnings).toMatchObject([{ code: 'SERVICE_ID_OMITTED', field: ['input', 'serviceId'] }]);
    expect(answer.warnings[0]!.message).toContain('Check that it is the country and operator of the wallet');
  });

  it('a payout names the id of a service from payoutServices', async () => {
    const { payoutServices } = await desk.purser.api.request<{
      payoutServices: { id: number; name: string; currency: string }[];
    }>('{ payoutServices { id name currency } }');
    const service = payoutServices.find(({ name }) => name === 'Wave Senegal')!;
    expect(service.currency).toBe('XOF');
    const answer = await createPayout(
      desk.purser.api,
      inputTo('XOF', 'SIM', { amount: '20', serviceId: service.id, note: 'Prize', externalId: 'prize-1' }),
    );
    expect(answer).toMatchObject({ payout: { status: 'CREATED' }, warnings: [], userErrors: [] });
    expect(await bookedAs(answer)).toMatchObject([{ serviceId: service.id, note: 'Prize' }]);
  });

  it.each([
    { name: 'n'.repeat(128), userId: 'u'.repeat(128), note: 'x'.repeat(500), externalId: 'e'.repeat(128) },
    {
      name: 'র‍্যাব শেখ হাসিনা',
      userId: 'user 👩‍👩‍👧',
      note: '王小明 {{7*7}} <b>',
      externalId: `'; DROP TABLE payouts; --`,
    },
    // Sixteen digits that look like a card number, with a valid prefix and check digit.
    { name: 'Ana', userId: 'u', note: 'x', externalId: '5309136012499991' },
  ])('unusual texts arrive at the provider as written: %#', async ({ name, userId, ...texts }) => {
    const key = texts.note.padEnd(200, 'k').slice(0, 200);
    const input = inputTo('BRL', 'PHONE', { ...texts, idempotencyKey: key, recipient: { name, userId } });
    const answer = await createPayout(desk.purser.api, { ...input, amount: String(name.length) });
    expect(answer.userErrors).toEqual([]);
    expect(await bookedAs(answer)).toMatchObject([{ note: texts.note, account: { name, userId } }]);
  });

  it.each([
    { why: 'a service of another country', input: inputTo('XOF', 'SIM', { amount: '25', serviceId: 205 }) },
    {
      why: 'a bank that is not in the list',
      input: inputTo('RUB', 'PHONE_TRANSFER', { amount: '2', recipient: { bankName: '42' } }),
    },
  ])('the provider refuses a payout to $why, and Purser shows its reason', async ({ input }) => {
    const answer = await createPayout(desk.purser.api, input);
    expect(answer).toMatchObject({ payout: { status: 'REJECTED' }, userErrors: [{ code: 'PROVIDER_REFUSED' }] });
    expect(await bookedAs(answer)).toEqual([]);
  });

  it.each([999, -1])('a payout through the unlisted service %d is refused and not sent', async (serviceId) => {
    const answer = await createPayout(desk.purser.api, inputTo('BRL', 'EMAIL', { amount: '1', serviceId }));
    expect(answer).toMatchObject({
      payout: null,
      userErrors: [{ code: 'SERVICE_UNKNOWN', field: ['input', 'serviceId'] }],
    });
  });

  it('a corrected payout may use the idempotency key of a refused one', async () => {
    const wrong = inputTo('BRL', 'CPF', { amount: '0' });
    expect((await createPayout(desk.purser.api, wrong)).userErrors).toMatchObject([{ code: 'AMOUNT_NOT_POSITIVE' }]);
    const corrected = await createPayout(desk.purser.api, { ...wrong, amount: '8.88' });
    expect(corrected).toMatchObject({ payout: { status: 'CREATED' }, userErrors: [] });
  });

  it('any amount valid in its currency is sent exactly', async () => {
    const routes = [inputTo('BRL', 'EMAIL'), inputTo('KES', 'SIM'), inputTo('XOF', 'SIM')];
    const digits = (currency: unknown, units: bigint): string => {
      if (currency === 'XOF') return String(units * 5n);
      if (currency === 'KES') return String(units);
      return `${units / 100n}.${String(units % 100n).padStart(2, '0')}`;
    };
    let payouts = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...routes),
        // At most seven digits, so that the sandbox merchant's balance covers all runs.
        fc.bigInt({ min: 1n, max: 9_999_999n }),
        async (route, units) => {
          payouts += 1;
          const amount = digits(route['currency'], units);
          const recipient = { ...(route['recipient'] as Fields), userId: `user-${payouts}` };
          const input = { ...route, idempotencyKey: `amount-${payouts}`, amount, recipient, serviceId: undefined };
          const answer = await createPayout(desk.purser.api, input);
          expect(answer.userErrors).toEqual([]);
          // An equal amount is a possible duplicate, which waits for a person.
          if (answer.payout?.status === 'AWAITING_APPROVAL') return;
          const expected = amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
          expect(await bookedAs(answer)).toMatchObject([{ amount: expected }]);
        },
      ),
      { numRuns: 40 },
    );
  });
});
