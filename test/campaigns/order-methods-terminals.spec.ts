import { type Desk, openDesk } from '../support/desk.js';
import { cardText, enableEveryMethod } from '../support/h2h.js';
import { countOrders, createdOrder, createOrder, getOrder, statusesUntil, watchOnwards } from '../support/orders.js';
import { PAYER, payerWith, type PayerField, WALLET_VARIANTS } from '../e2e/order-methods.table.js';

type Settings = Readonly<Record<string, unknown>>;

const METHODS = ['HOSTED_PAGE', 'CARD_H2H', 'CARD_IN_ORDER', 'WALLET1', 'WALLET2', 'BANK_TRANSFER'];
const WORDED = ['WALLET1', 'WALLET2', 'BANK_TRANSFER'];

/** A profile and a terminal with the settings of the provider's document, whatever was set before. */
const USUAL_PROFILE: Settings = {
  walletVariant: 'STANDARD',
  hostedPageNeedsEmail: false,
  words: WORDED.map((method) => ({ method, word: null })),
  requiredFields: METHODS.map((method) => ({ method, fields: null })),
};
const USUAL_TERMINAL: Settings = {
  walletVariant: 'STANDARD',
  wallets: true,
  bankMethod: true,
  hostedPageNeedsEmail: false,
  walletFields: null,
  bankMethodFields: null,
};

/** A profile that differs from its terminal. */
interface Misdescription {
  readonly title: string;
  readonly profile?: Settings;
  readonly terminal?: Settings;
  readonly methods: readonly string[];
  readonly customer?: Settings;
  /** The provider's reason for the decline, which it does not send to Purser. */
  readonly reason: RegExp;
}

const WALLETS = ['WALLET1', 'WALLET2'];

const OTHER_VARIANTS: readonly Misdescription[] = WALLET_VARIANTS.flatMap(({ walletVariant: told }) =>
  WALLET_VARIANTS.filter(({ walletVariant }) => walletVariant !== told).map(({ walletVariant: real }) => ({
    title: `${told} in place of ${real}`,
    profile: { walletVariant: told },
    terminal: { walletVariant: real },
    methods: WALLETS,
    reason: /^extraParams is not a value of this terminal$/,
  })),
);

const OTHER_SETTINGS: readonly Misdescription[] = [
  {
    title: 'wallets that want the phone number, too',
    terminal: { walletFields: ['email', 'phone'] },
    methods: WALLETS,
    customer: payerWith(['country', 'email', 'firstName', 'lastName', 'ip']),
    reason: /^customer.phone is required$/,
  },
  {
    title: 'a bank transfer that wants the country, too',
    terminal: { bankMethodFields: ['email', 'country'] },
    methods: ['BANK_TRANSFER'],
    customer: payerWith(['firstName', 'lastName', 'email']),
    reason: /^customer.country is required$/,
  },
  {
    title: 'a hosted page that needs an e-mail address after all',
    terminal: { hostedPageNeedsEmail: true },
    methods: ['HOSTED_PAGE'],
    customer: {},
    reason: /^customer.email is required$/,
  },
  {
    title: 'wallets that are not enabled',
    terminal: { wallets: false },
    methods: WALLETS,
    reason: /^wallet[12] is not enabled for this terminal$/,
  },
  {
    title: 'a bank transfer that is not enabled',
    terminal: { bankMethod: false },
    methods: ['BANK_TRANSFER'],
    reason: /^bankmethod is not enabled for this terminal$/,
  },
];

const LONGEST_WORD = 'w'.repeat(100);

describe('terminal profile', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  async function describeTerminal({ profile = {}, terminal = {} }: Partial<Misdescription>): Promise<void> {
    await enableEveryMethod(desk.purser, { ...USUAL_PROFILE, ...profile });
    await desk.sandbox.setTerminal({ ...USUAL_TERMINAL, ...terminal });
  }

  async function footprint(): Promise<unknown> {
    return {
      orders: await countOrders(desk.purser.api),
      creations: (await desk.sandbox.countRequests())['POST /v1/orders'],
    };
  }

  it.each([...OTHER_VARIANTS, ...OTHER_SETTINGS])(
    'a profile that says $title creates orders that end DECLINED and show the likely reason',
    async ({ methods, customer = PAYER, reason, ...settings }) => {
      await describeTerminal(settings);
      const { api } = desk.purser;
      await Promise.all(
        methods.map(async (method) => {
          const { id, providerOrderId } = await createdOrder(api, { method, customer });
          expect((await desk.sandbox.bookedOrder(providerOrderId)).declineReason).toMatch(reason);
          const changes = await watchOnwards(api, id);
          const { status } = await getOrder(api, id);
          // The webhook may have arrived before the subscription.
          if (status !== 'DECLINED') await statusesUntil(changes, id, 'DECLINED');
          await changes.close();
          const order = await getOrder(api, id);
          expect(order).toMatchObject({ status: 'DECLINED', providerStatus: 'DECLINED', isFinal: true });
          expect(order.nextCheckAt).toBeNull();
          expect(order.timeline.at(-1)).toMatchObject({ to: 'DECLINED', cause: 'WEBHOOK' });
          expect(order.problem).toContain('extraParams');
        }),
      );
    },
  );

  it.each<{ method: string; settings: string; fields: readonly PayerField[] }>([
    { method: 'WALLET1', settings: 'walletFields', fields: ['email', 'phone'] },
    { method: 'WALLET2', settings: 'walletFields', fields: ['birthday'] },
    { method: 'BANK_TRANSFER', settings: 'bankMethodFields', fields: ['email', 'country', 'address'] },
  ])("a profile's entry for $method decides which fields are required", async ({ method, settings, fields }) => {
    await describeTerminal({
      profile: { requiredFields: [{ method, fields }] },
      terminal: { [settings]: fields },
    });
    const { userErrors } = await createOrder(desk.purser.api, { method });
    expect(userErrors.map(({ field }) => field!.at(-1)).sort()).toEqual([...fields].sort());
    const order = await createdOrder(desk.purser.api, { method, customer: payerWith(fields) });
    expect(await desk.sandbox.bookedOrder(order.providerOrderId)).toMatchObject({ declineReason: null });
  });

  it.each([
    { WALLET1: 'fruit-pay', WALLET2: 'WALLET1PAY', BANK_TRANSFER: 'wallet1-pay' },
    { WALLET1: 'Ünï "quoted" \\ <word> 日本', WALLET2: '{"a":1}', BANK_TRANSFER: '0' },
    { WALLET2: LONGEST_WORD },
    {},
  ])('a profile with the words %j sends them verbatim, and the usual words for other methods', async (own) => {
    const words = WORDED.map((method) => ({ method, word: new Map(Object.entries(own)).get(method) ?? null }));
    await describeTerminal({ profile: { words } });
    const sent = await Promise.all(
      WORDED.map(async (method) => {
        const { providerOrderId } = await createdOrder(desk.purser.api, { method, customer: PAYER });
        return [method, (await desk.sandbox.bookedOrder(providerOrderId)).extraParams] as const;
      }),
    );
    const usual = { WALLET1: 'wallet1-pay', WALLET2: 'wallet2-pay', BANK_TRANSFER: 'bankmethod' };
    expect(Object.fromEntries(sent)).toEqual({ ...usual, ...own });
  });

  it('a profile with every method sends no word for methods that have none', async () => {
    await describeTerminal({});
    for (const method of ['HOSTED_PAGE', 'CARD_H2H']) {
      const { providerOrderId } = await createdOrder(desk.purser.api, { method, customer: PAYER });
      expect(await desk.sandbox.bookedOrder(providerOrderId)).toMatchObject({ extraParams: null, method: 'page' });
    }
  });

  it.each(METHODS)('a profile without %s refuses the method before anything is stored or sent', async (method) => {
    const card = method === 'CARD_IN_ORDER' ? cardText('4111111111111111') : null;
    const before = await footprint();
    for (const enabledMethods of [METHODS.filter((other) => other !== method), []]) {
      await describeTerminal({ profile: { enabledMethods } });
      const { order, userErrors } = await createOrder(desk.purser.api, { method, customer: PAYER, card });
      expect(order).toBeNull();
      expect(userErrors).toMatchObject([{ code: 'METHOD_NOT_AVAILABLE', field: ['input', 'method'] }]);
    }
    expect(await footprint()).toEqual(before);
  });
});
