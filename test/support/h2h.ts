import type { GraphqlClient, Subscription } from './graphql-client.js';
import type { UserErrorView } from './orders.js';
import type { TestPurser } from './purser.js';
import type { TestDatabase } from './test-database.js';

export interface CardText {
  readonly cardNumber: string;
  readonly cardholderName: string;
  readonly expiryDate: string;
  readonly cvv: string;
}

export interface SessionView {
  readonly status: string;
  readonly isFinal: boolean;
  readonly isSmsRequired: boolean;
  readonly codeRound: number;
  readonly lastCodeRejected: boolean;
  readonly maskedCardNumber: string | null;
  readonly problem: string | null;
  readonly nextPollAt: string | null;
}

export interface H2hOrderView {
  readonly id: string;
  readonly status: string;
  readonly h2hSession: SessionView | null;
}

export interface H2hPayload {
  readonly order: H2hOrderView | null;
  readonly userErrors: readonly UserErrorView[];
}

export interface H2hChange {
  readonly cursor: string;
  readonly from: string;
  readonly to: string;
  readonly cause: string;
  readonly isSmsRequired: boolean;
  readonly codeRound: number;
  readonly lastCodeRejected: boolean;
  readonly order: { readonly id: string };
}

export type H2hSubscription = Subscription<{ readonly h2hStatusChanged: H2hChange }>;

const SESSION = 'status isFinal isSmsRequired codeRound lastCodeRejected maskedCardNumber problem nextPollAt';
const ORDER = `id status h2hSession { ${SESSION} }`;

/** Builds a valid card. Its number decides how the sandbox's bank reacts. */
export function cardText(cardNumber: string, overrides: Partial<CardText> = {}): CardText {
  return {
    cardNumber,
    cardholderName: 'Ada Lovelace',
    expiryDate: '12/39',
    cvv: /^3[47]/.test(cardNumber) ? '1234' : '123',
    ...overrides,
  };
}

/** Saves a terminal profile with every method for the first account, like the sandbox's terminal. */
export async function enableEveryMethod(
  { admin }: Pick<TestPurser, 'admin'>,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { accounts } = await admin.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
  const enabledMethods = ['HOSTED_PAGE', 'CARD_H2H', 'CARD_IN_ORDER', 'WALLET1', 'WALLET2', 'BANK_TRANSFER'];
  const { updateTerminalProfile } = await admin.request<{ updateTerminalProfile: { userErrors: UserErrorView[] } }>(
    `mutation ($input: UpdateTerminalProfileInput!) {
       updateTerminalProfile(input: $input) { userErrors { code message field } } }`,
    { input: { accountId: accounts[0]!.id, enabledMethods, reason: 'As it is.', ...changes } },
  );
  if (updateTerminalProfile.userErrors.length > 0) throw new Error(JSON.stringify(updateTerminalProfile));
}

export async function submitCard(api: GraphqlClient, orderId: string, card: CardText): Promise<H2hPayload> {
  const data = await api.request<{ submitH2hCard: H2hPayload }>(
    `mutation ($input: SubmitH2hCardInput!) {
       submitH2hCard(input: $input) { order { ${ORDER} } userErrors { code message field } } }`,
    { input: { orderId, card } },
  );
  return data.submitH2hCard;
}

export async function submitCode(api: GraphqlClient, orderId: string, code: string): Promise<H2hPayload> {
  const data = await api.request<{ submitH2hCode: H2hPayload }>(
    `mutation ($input: SubmitH2hCodeInput!) {
       submitH2hCode(input: $input) { order { ${ORDER} } userErrors { code message field } } }`,
    { input: { orderId, code } },
  );
  return data.submitH2hCode;
}

export async function retryOrder(api: GraphqlClient, orderId: string): Promise<H2hPayload> {
  const data = await api.request<{ retryOrder: H2hPayload }>(
    `mutation ($input: RetryOrderInput!) {
       retryOrder(input: $input) { order { ${ORDER} retryOf { id } } userErrors { code message field } } }`,
    { input: { orderId } },
  );
  return data.retryOrder;
}

export async function getH2hOrder(api: GraphqlClient, id: string): Promise<H2hOrderView> {
  const data = await api.request<{ order: H2hOrderView | null }>(`query ($id: ID!) { order(id: $id) { ${ORDER} } }`, {
    id,
  });
  if (!data.order) throw new Error('There is no such order');
  return data.order;
}

export function watchSession(api: GraphqlClient, orderId: string): Promise<H2hSubscription> {
  return api.subscribe(
    `subscription ($orderId: ID) { h2hStatusChanged(orderId: $orderId) {
       cursor from to cause isSmsRequired codeRound lastCodeRejected order { id } } }`,
    { orderId },
  );
}

/** Formats a change as one text: `PROCESSING`, `PROCESSING asks 1`, `PROCESSING asks 2 (wrong code)`. */
export function inWords({ to, isSmsRequired, codeRound, lastCodeRejected }: H2hChange): string {
  return `${to}${isSmsRequired ? ` asks ${codeRound}` : ''}${lastCodeRejected ? ' (wrong code)' : ''}`;
}

const ENDS: ReadonlySet<string> = new Set(['SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED']);

/** Plays the payer: answers every prompt with the next code. Returns all events of the subscription. */
export async function payThrough(
  api: GraphqlClient,
  orderId: string,
  { changes, codes }: { readonly changes: H2hSubscription; readonly codes: readonly string[] },
): Promise<string[]> {
  const left = [...codes];
  const seen: string[] = [];
  for (;;) {
    const { h2hStatusChanged: change } = await changes.next();
    seen.push(inWords(change));
    if (ENDS.has(change.to)) return seen;
    if (!change.isSmsRequired) continue;
    const code = left.shift();
    if (code === undefined) return seen;
    const { userErrors } = await submitCode(api, orderId, code);
    if (userErrors.length > 0) throw new Error(JSON.stringify(userErrors));
  }
}

/** Moves the sending of an order's card back by a day, which is longer than any session lasts. */
export const ageSession = ({ query }: Pick<TestDatabase, 'query'>, orderId: string): Promise<unknown> =>
  query(`UPDATE h2h_sessions SET card_sent_at = now() - interval '1 day' WHERE id = $1`, [orderId]);
