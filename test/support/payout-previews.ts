import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Desk } from './desk.js';
import type { GraphqlClient } from './graphql-client.js';
import { fundBalance } from './ledger.js';
import { agreedOn, openPayoutGate, setPayoutGate, setPayoutLimit, setPayoutPolicy } from './payouts.js';

type Input = Readonly<Record<string, unknown>>;

interface Remark {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
}

interface Answer {
  readonly payout: { readonly id: string } | null;
  readonly isRepeat: boolean;
  readonly warnings: readonly Remark[];
  readonly userErrors: readonly Remark[];
}

interface Decided {
  readonly status: string;
  readonly approvalReason: string | null;
  readonly approvalsNeeded: number;
  readonly waitingFor: readonly { readonly kind: string; readonly message: string }[];
}

export interface ForeseenView extends Decided {
  readonly amount: string;
  readonly currency: string;
  readonly destination: string;
  readonly maskedRequisites: string;
  readonly availableBefore: string | null;
  readonly availableAfter: string | null;
  readonly possibleDuplicates: readonly { readonly id: string; readonly isSameAmount: boolean }[];
  readonly sameRecipientAs: readonly number[];
}

export interface PreviewView extends Answer {
  readonly index: number;
  readonly foreseen: ForeseenView | null;
  readonly repeats: number | null;
}

const ANSWER = 'isRepeat warnings { code field message } userErrors { code field message }';
const DECIDED = 'status approvalReason approvalsNeeded waitingFor { kind message }';

const PREVIEW = `query ($input: PreviewPayoutsInput!) { previewPayouts(input: $input) { index repeats payout { id } ${ANSWER}
  foreseen { ${DECIDED} amount currency destination maskedRequisites availableBefore availableAfter
    possibleDuplicates { id isSameAmount } sameRecipientAs } } }`;

export function sendPreview(
  api: GraphqlClient,
  payouts: readonly Input[],
): Promise<{
  readonly data: unknown;
  readonly errors: readonly { readonly extensions: { readonly code?: unknown } }[];
}> {
  return api.send(PREVIEW, { input: { payouts } });
}

export async function previewPayouts(api: GraphqlClient, payouts: readonly Input[]): Promise<readonly PreviewView[]> {
  const data = await api.request<{ previewPayouts: readonly PreviewView[] }>(PREVIEW, { input: { payouts } });
  return data.previewPayouts;
}

async function create(
  api: GraphqlClient,
  input: Input,
): Promise<Answer & { readonly payout: (Decided & { id: string }) | null }> {
  const data = await api.request<{ createPayout: Answer & { payout: (Decided & { id: string }) | null } }>(
    `mutation ($input: CreatePayoutInput!) { createPayout(input: $input) { ${ANSWER} payout { id ${DECIDED} } } }`,
    { input },
  );
  return data.createPayout;
}

/** Previews the payouts together, creates one after the other, and compares each answer with its preview. */
export async function expectAgreement(api: GraphqlClient, payouts: readonly Input[]): Promise<readonly PreviewView[]> {
  const previews = await previewPayouts(api, payouts);
  const created: (string | null)[] = [];
  for (const [at, input] of payouts.entries()) {
    const preview = previews[at]!;
    const { payout, ...answer } = await create(api, input);
    created.push(payout?.id ?? null);
    const { foreseen, repeats } = preview;
    const { isRepeat, warnings, userErrors } = preview;
    const expected = { index: at, isRepeat, warnings, userErrors };
    expect({ index: at, ...answer }).toEqual(expected);
    if (foreseen === null) {
      expect(payout?.id ?? null).toBe(repeats === null ? (preview.payout?.id ?? null) : created[repeats]);
      continue;
    }
    const { status, approvalReason, approvalsNeeded, waitingFor } = payout!;
    const isSent = foreseen.status === 'APPROVED' && foreseen.waitingFor.length === 0;
    expect({
      approvalReason,
      approvalsNeeded,
      waitingFor,
      isSent: status !== 'APPROVED' && status !== 'AWAITING_APPROVAL',
    }).toEqual({
      approvalReason: foreseen.approvalReason,
      approvalsNeeded: foreseen.approvalsNeeded,
      waitingFor: foreseen.waitingFor,
      isSent,
    });
    if (!isSent) expect(status).toBe(foreseen.status);
  }
  return previews;
}

/** Rules and a balance that bind, so that each decision is reached. */
export async function setBindingRules({ purser }: Pick<Desk, 'purser'>): Promise<void> {
  for (const [fromAmount, approvers] of [
    ['300', 1],
    ['900', 2],
    ['1200', 0],
  ] as const) {
    await agreedOn(purser, setPayoutPolicy, { currency: 'BRL', fromAmount, approvers });
  }
  await agreedOn(purser, setPayoutLimit, { kind: 'LARGEST_PAYOUT', currency: 'KES', value: '250' });
  await agreedOn(purser, setPayoutLimit, { kind: 'DAILY_SUM', currency: 'XOF', value: '4000' });
  await agreedOn(purser, setPayoutLimit, { kind: 'DAILY_COUNT_PER_RECIPIENT', value: '12' });
  await fundBalance(purser.api, { currency: 'BRL', amount: '6000' });
}

/** Opens or shuts the gate, or tops up the balance, so that later payouts are decided in another state. */
export async function changeState({ purser }: Pick<Desk, 'purser'>, turn: number): Promise<void> {
  if (turn % 4 === 1) await setPayoutGate(purser.api, { isOpen: false, reason: 'For a while.' });
  if (turn % 4 === 2) await openPayoutGate(purser, 'That was it.');
  if (turn % 4 === 3) await fundBalance(purser.api, { currency: 'BRL', amount: '700' });
}

const AMOUNTS = ['0', '5', '10', '10.00', '40', '120.5', '299.99', '300', '750', '1200', '250', '255', '2500', '9000'];

const PHONES = ['1', '2', '3', '4', '5', '6'];

/** Lists of payouts. Each ends with its own first payout and the first one of the list before it, once more. */
export function generatedLists(
  name: string,
  { seed, lists, length }: Readonly<Record<'seed' | 'lists' | 'length', number>>,
): readonly Input[][] {
  const entries = { minLength: length - 2, maxLength: length - 2 };
  const sampled = fc.sample(fc.array(generatedPayouts(name), entries), { seed, numRuns: lists });
  return sampled.map((list, at) => [...list, list[0]!, (sampled[at - 1] ?? list)[0]!]);
}

/**
 * Payouts from few recipients, amounts, keys and external ids, so that they repeat and contradict each other.
 * @param name begins the keys and external ids
 */
function generatedPayouts(name: string): fc.Arbitrary<Input> {
  const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
  const route = fc.oneof(
    fc.constantFrom(...PHONES).map((digit) => ({
      currency: 'BRL',
      paymentType: 'EMAIL',
      recipient: { name: 'Ana Souza', requisites: `ana${digit}@example.com`, userId: 'user-1' },
    })),
    fc.constantFrom(...PHONES).map((digit) => ({
      currency: 'BRL',
      paymentType: 'PHONE',
      recipient: { name: 'Ana Souza', requisites: `+5511961${digit}01234`, userId: 'user-1' },
    })),
    fc.constantFrom(...PHONES).map((digit) => ({
      currency: 'USD',
      paymentType: 'ACCOUNT_LOGIN',
      recipient: { name: 'Ana Souza', requisites: `northern_fox${digit}`, userId: 'user-1' },
    })),
    fc.constantFrom('1', '2').map((digit) => ({
      currency: 'KES',
      paymentType: 'SIM',
      recipient: { name: 'Ana Souza', requisites: `25472212345${digit}`, userId: 'user-1' },
    })),
    fc.constantFrom('1', '2').map((digit) => ({
      currency: 'XOF',
      paymentType: 'SIM',
      recipient: {
        ...{ name: 'Ana Souza', requisites: `22177123456${digit}`, userId: 'user-1' },
        ...{ userEmail: 'ana@correio.example', userIp: '203.0.113.9' },
      },
    })),
    fc.constantFrom('BRL', 'KES', 'EUR').map((currency) => ({
      currency,
      paymentType: 'SIM',
      recipient: { name: 'Ana Souza', requisites: 'nobody' },
    })),
  );
  return fc
    .record({
      route,
      amount: fc.constantFrom(...AMOUNTS),
      key: rarely(fc.integer({ min: 0, max: 5 })),
      externalId: rarely(fc.constantFrom('1', '2', '3', '4')),
      allowsSharedExternalId: rarely(fc.constant(true)),
      note: rarely(fc.constantFrom('For May.', ' unsound ', 'For June.')),
      serviceId: rarely(fc.constant(999)),
    })
    .map(({ route: { recipient, ...way }, amount, key, externalId, allowsSharedExternalId, note, serviceId }) => ({
      ...way,
      recipient,
      amount,
      idempotencyKey: key === undefined ? randomUUID() : `${name}-${key}`,
      ...(externalId !== undefined && { externalId: `${name}-${externalId}` }),
      ...(allowsSharedExternalId !== undefined && { allowsSharedExternalId }),
      ...(note !== undefined && { note }),
      ...(serviceId !== undefined && { serviceId }),
    }));
}
