import { randomUUID } from 'node:crypto';
import { type ActorView, agree, CHANGE_REQUEST, type ChangeRequestView } from './change-requests.js';
import type { Desk } from './desk.js';
import { eventually } from './eventually.js';
import type { GraphqlClient, Subscription } from './graphql-client.js';
import { createdOrder } from './orders.js';
import type { TestPurser } from './purser.js';
import type { BookedPayout, TestSandbox } from './sandbox.js';

export interface EvidenceView {
  readonly kind: string;
  readonly attemptId: string;
  readonly providerPayoutId: string | null;
  readonly actor: ActorView | null;
  readonly reference: string | null;
}

export interface PayoutView {
  readonly id: string;
  readonly status: string;
  readonly providerStatus: string | null;
  readonly isFinal: boolean;
  readonly providerPayoutId: string | null;
  readonly createdBy: ActorView;
  readonly correctedAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly nextCheckAt: string | null;
  readonly evidence: readonly EvidenceView[];
  readonly changeRequest: ChangeRequestView | null;
  readonly amount: string;
  readonly problem: string | null;
  readonly approvalReason: string | null;
  readonly blockedBy: { readonly limit: string; readonly message: string } | null;
  readonly approvalsNeeded: number;
  readonly contentHash: string;
  readonly declineReason: string | null;
  readonly approvals: readonly { readonly approvedBy: ActorView; readonly voidedAs: string | null }[];
  readonly recipient: { readonly requisites: string; readonly name: string };
  readonly attempts: readonly { readonly id: string; readonly state: string; readonly reason: string | null }[];
  readonly timeline: readonly { readonly from: string | null; readonly to: string; readonly cause: string }[];
}

export interface PayoutPayload {
  readonly payout: PayoutView | null;
  readonly userErrors: readonly {
    readonly code: string;
    readonly message: string;
    readonly field: readonly string[] | null;
  }[];
}

const PAYOUT = `id status providerStatus isFinal providerPayoutId createdBy { id } correctedAt nextAttemptAt nextCheckAt amount problem
  approvalReason blockedBy { limit message } approvalsNeeded contentHash declineReason
  approvals { approvedBy { id } voidedAs } recipient { requisites name } attempts { id state reason } timeline { from to cause }
  evidence { kind attemptId providerPayoutId actor { id } reference }
  changeRequest { ${CHANGE_REQUEST} }`;

let recipients = 0;

/** Builds a valid payout to a unique recipient, with overrides. */
export function payoutInput(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  recipients += 1;
  return {
    idempotencyKey: randomUUID(),
    amount: '12.50',
    currency: 'BRL',
    paymentType: 'EMAIL',
    recipient: { name: 'Ana Souza', requisites: `ana${recipients}@example.com`, userId: 'user-1' },
    ...overrides,
  };
}

export async function createPayout(
  api: GraphqlClient,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<PayoutPayload> {
  const data = await api.request<{ createPayout: PayoutPayload }>(
    `mutation ($input: CreatePayoutInput!) {
       createPayout(input: $input) { payout { ${PAYOUT} } userErrors { code message field } } }`,
    { input: payoutInput(overrides) },
  );
  return data.createPayout;
}

/** Creates a payout that must be recorded. */
export async function recordedPayout(
  api: GraphqlClient,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<PayoutView> {
  const { payout, userErrors } = await createPayout(api, overrides);
  if (!payout) throw new Error(`No payout was recorded: ${JSON.stringify(userErrors)}`);
  return payout;
}

export async function getPayout(api: GraphqlClient, id: string): Promise<PayoutView> {
  const data = await api.request<{ payout: PayoutView | null }>(`query ($id: ID!) { payout(id: $id) { ${PAYOUT} } }`, {
    id,
  });
  if (!data.payout) throw new Error('There is no such payout');
  return data.payout;
}

/** Returns the ids of the payouts that match a filter, newest first. */
export async function listPayoutIds(
  api: GraphqlClient,
  filter: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const { payouts } = await api.request<{ payouts: { edges: { node: { id: string } }[] } }>(
    'query ($filter: PayoutFilter) { payouts(filter: $filter) { edges { node { id } } } }',
    { filter },
  );
  return payouts.edges.map(({ node }) => node.id);
}

export type PayoutSubscription = Subscription<{
  payoutStatusChanged: { readonly to: string; readonly payout: { readonly id: string } };
}>;

export function watchPayouts(api: GraphqlClient): Promise<PayoutSubscription> {
  return api.subscribe('subscription { payoutStatusChanged { cursor from to cause payout { id status } } }');
}

/** Reads a subscription until a payout has reached a status. Returns the statuses on the way. */
export async function payoutStatusesUntil(
  subscription: PayoutSubscription,
  id: string,
  status: string,
): Promise<string[]> {
  const seen: string[] = [];
  while (seen.at(-1) !== status) {
    const { payoutStatusChanged: change } = await subscription.next();
    if (change.payout.id === id) seen.push(change.to);
  }
  return seen;
}

/** The answer to a mutation about one payout. Only mutations that take two people return a change request. */
export interface PayoutChange extends PayoutPayload {
  readonly changeRequest?: ChangeRequestView | null;
}

type Input = Readonly<Record<string, unknown>>;

const PROPOSED = `changeRequest { ${CHANGE_REQUEST} }`;

async function change(api: GraphqlClient, mutation: string, input: Input, further = ''): Promise<PayoutChange> {
  const inputType = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const data = await api.request<{ change: PayoutChange }>(
    `mutation ($input: ${inputType}!) { change: ${mutation}(input: $input) {
       payout { ${PAYOUT} } ${further} userErrors { code message field } } }`,
    { input },
  );
  return data.change;
}

export const approvePayout = (
  api: GraphqlClient,
  payoutId: string,
  seen: { readonly contentHash?: string } = {},
): Promise<PayoutChange> => change(api, 'approvePayout', { payoutId, ...seen });

export const declinePayout = (api: GraphqlClient, payoutId: string, reason: string): Promise<PayoutChange> =>
  change(api, 'declinePayout', { payoutId, reason });

export const changePayout = (api: GraphqlClient, input: { readonly payoutId: string } & Input): Promise<PayoutChange> =>
  change(api, 'changePayout', input);

export const withdrawPayout = (api: GraphqlClient, payoutId: string): Promise<PayoutChange> =>
  change(api, 'withdrawPayout', { payoutId });

/** Pays a payout that ended unpaid again, with corrections. */
export const repeatPayout = (
  api: GraphqlClient,
  payoutId: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<PayoutChange> => change(api, 'repeatPayout', { idempotencyKey: randomUUID(), payoutId, ...input });

export const refreshPayout = (api: GraphqlClient, payoutId: string): Promise<PayoutChange> =>
  change(api, 'refreshPayout', { payoutId });

export const bindPayout = (
  api: GraphqlClient,
  input: { readonly payoutId: string; readonly providerPayoutId: string; readonly reference?: string },
): Promise<PayoutChange> => change(api, 'bindUnconfirmedPayout', { reference: 'ticket 7', ...input }, PROPOSED);

export const closePayout = (
  api: GraphqlClient,
  input: {
    readonly payoutId: string;
    readonly resend?: boolean;
    readonly reference?: string;
    readonly unreadableWebhookIds?: readonly string[];
  },
): Promise<PayoutChange> => change(api, 'closeUnconfirmedPayout', { reference: 'ticket 7', ...input }, PROPOSED);

export const settlePayout = (
  api: GraphqlClient,
  input: { readonly payoutId: string; readonly end: 'PAID' | 'NOT_PAID'; readonly reference?: string },
): Promise<PayoutChange> => change(api, 'settlePayout', { reference: 'ticket 7', ...input }, PROPOSED);

export interface GateView {
  readonly isOpen: boolean;
  readonly reason: string;
  readonly changedBy: ActorView | null;
}

const GATE = 'isOpen reason changedBy { id }';

export async function getPayoutGate(api: GraphqlClient): Promise<GateView> {
  return (await api.request<{ payoutGate: GateView }>(`{ payoutGate { ${GATE} } }`)).payoutGate;
}

/** Returns what a restore has caused: since when new payouts need an approval, and the number of lost payments. */
export async function getRestore(
  api: GraphqlClient,
): Promise<{ readonly restoredAt: string | null; readonly lostPayments: number }> {
  const query = '{ payoutGate { restoredAt lostPayments } }';
  return (await api.request<{ payoutGate: { restoredAt: string | null; lostPayments: number } }>(query)).payoutGate;
}

export interface GatePayload {
  readonly gate: GateView;
  readonly changeRequest: ChangeRequestView | null;
  readonly userErrors: PayoutPayload['userErrors'];
}

export async function setPayoutGate(
  api: GraphqlClient,
  input: { readonly isOpen: boolean; readonly endsRestore?: boolean; readonly reason: string },
): Promise<GatePayload> {
  const data = await api.request<{ setPayoutGate: GatePayload }>(
    `mutation ($input: SetPayoutGateInput!) {
       setPayoutGate(input: $input) { gate { ${GATE} } ${PROPOSED} userErrors { code message field } } }`,
    { input },
  );
  return data.setPayoutGate;
}

/** Proposes that new payouts no longer need an approval because the database was replaced. */
export const endRestore = (api: GraphqlClient): Promise<GatePayload> =>
  setPayoutGate(api, { isOpen: true, endsRestore: true, reason: 'All callers have repeated their requests.' });

/** Opens the gate through two people and ends the effects of a restore. */
export async function openPayoutGate(
  { api, approver }: Pick<TestPurser, 'api' | 'approver'>,
  reason: string,
): Promise<void> {
  await agree(approver, await setPayoutGate(api, { isOpen: true, endsRestore: true, reason }));
}

export interface RulePayload {
  readonly changeRequest: ChangeRequestView | null;
  readonly userErrors: PayoutPayload['userErrors'];
}

async function setRule(api: GraphqlClient, mutation: string, input: Input): Promise<RulePayload> {
  const inputType = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const data = await api.request<{ rule: RulePayload }>(
    `mutation ($input: ${inputType}!) { rule: ${mutation}(input: $input) {
       ${PROPOSED} userErrors { code message field } } }`,
    { input: { reason: 'So it was agreed.', ...input } },
  );
  return data.rule;
}

export const setPayoutPolicy = (api: GraphqlClient, input: Input): Promise<RulePayload> =>
  setRule(api, 'setPayoutPolicy', input);

export const setPayoutLimit = (api: GraphqlClient, input: Input): Promise<RulePayload> =>
  setRule(api, 'setPayoutLimit', input);

/** Sets a rule through two people. */
export async function agreedOn(
  { admin, approver }: Pick<TestPurser, 'admin' | 'approver'>,
  set: (api: GraphqlClient, input: Input) => Promise<RulePayload>,
  input: Input,
): Promise<void> {
  await agree(approver, await set(admin, input));
}

/**
 * Builds a valid payout to a unique wallet in Bangladesh. The provider shows no callback URL for it and sends no
 * webhooks.
 */
export function bangladeshInput(overrides: Input = {}): Record<string, unknown> {
  const phone = `+88017${String(recipients).padStart(8, '0')}`;
  return payoutInput({
    amount: '800',
    currency: 'BDT',
    paymentType: 'SIM',
    recipient: {
      name: 'Nusrat Jahan',
      requisites: phone,
      userId: 'user-1',
      bankName: 'WALLET_X1',
      userEmail: 'nusrat@example.com',
      userPhone: phone,
      userIp: '192.0.2.1',
    },
    ...overrides,
  });
}

/** Returns the facts by which a fault of the sandbox selects this payout. */
export function faultMatch(input: Input): { readonly requisites: string } {
  // The sandbox gets phone numbers without the plus.
  return { requisites: (input['recipient'] as { requisites: string }).requisites.replace(/^\+/, '') };
}

/** Creates a payout whose call got no usable answer, whether or not the provider created it. */
export async function unconfirmedPayout(
  { purser, sandbox }: Pick<Desk, 'purser' | 'sandbox'>,
  { isMade, input = payoutInput() }: { readonly isMade: boolean; readonly input?: Record<string, unknown> },
): Promise<PayoutView> {
  // Five failed changes in a row open the circuit; this successful one prevents that.
  await createdOrder(purser.api);
  const fault = isMade ? 'serverErrorAfterAccepting' : 'serverErrorBeforeAccepting';
  await sandbox.setFault({ on: 'createPayout', fault, match: faultMatch(input) });
  const payout = await recordedPayout(purser.api, input);
  if (payout.status !== 'UNCONFIRMED') throw new Error(`The payout is ${payout.status}`);
  return payout;
}

/** Returns the provider's record of a payout's only attempt. Expects exactly one. */
export async function bookedPayout(sandbox: TestSandbox, { attempts }: PayoutView): Promise<BookedPayout> {
  const [booked, ...others] = await sandbox.findPayouts(attempts.at(-1)?.id ?? 'none');
  if (!booked || others.length > 0) throw new Error(`The attempt was made ${others.length + Number(!!booked)} times`);
  return booked;
}

/** Waits until a payout meets a condition. Use this for changes that no subscription delivers. */
export function payoutWhen(
  api: GraphqlClient,
  { id }: { readonly id: string },
  wanted: (payout: PayoutView) => boolean,
): Promise<PayoutView> {
  return eventually(`payout ${id}: ${wanted.toString()}`, async () => {
    const payout = await getPayout(api, id);
    return wanted(payout) ? payout : null;
  });
}
