import { type ProviderBook, tokenHashOf } from '../check/provider-book.js';
import type { LoadedStage } from '../run/loaded-stage.js';
import type { AuditedStage } from '../stage/fault-stage.js';
import type { SeenChange } from '../subjects/purser-subject.js';

const WITHDRAW_PAYOUT = `mutation ($input: WithdrawPayoutInput!) {
  withdrawPayout(input: $input) { payout { status } userErrors { code message } } }`;

const SET_GATE = `mutation ($input: SetPayoutGateInput!) {
  setPayoutGate(input: $input) { changeRequest { id contentHash } userErrors { code message } } }`;

interface SetGateAnswer {
  readonly setPayoutGate: { readonly changeRequest: SeenChange | null };
}

interface WithdrawAnswer {
  readonly withdrawPayout: { readonly payout: { readonly status: string } | null; readonly userErrors: object[] };
}

/** Payments that the provider has and that no attempt is of, by the recipient. */
export function findForgotten(
  book: ProviderBook,
  attempts: readonly { readonly tokenHash: string }[],
): ReadonlySet<string> {
  const known = new Set(attempts.map(({ tokenHash }) => tokenHash));
  const forgotten = book.payouts.filter((payout) => !known.has(tokenHashOf(payout)));
  return new Set(forgotten.map(({ account }) => String(account['requisites'])));
}

/**
 * Two people's work at a shut gate, as docs/operations/backups.md says: compare payouts with the provider's records,
 * withdraw those that were sent, and only then open the gate. Gives how many they withdrew.
 */
export async function settleByPeople(stage: LoadedStage, book: ProviderBook): Promise<number> {
  const { subject, postgres, requests } = stage;
  const [replicaUrl = ''] = stage.apiUrls;
  const forgotten = findForgotten(book, await subject.attempts());
  const waiting = await postgres.query<{ id: string; key: string; status: string }>(
    `SELECT id, idempotency_key AS key, status FROM payouts WHERE status IN ('APPROVED', 'AWAITING_APPROVAL')`,
  );
  // No caller is left who would approve the others.
  const withdrawn = waiting.filter(
    ({ key, status }) => status === 'AWAITING_APPROVAL' || forgotten.has(requests.get(key)?.recipient.requisites ?? ''),
  );
  for (const { id } of withdrawn) {
    const { withdrawPayout } = await subject.send<WithdrawAnswer>(replicaUrl, 'operator', {
      query: WITHDRAW_PAYOUT,
      input: { payoutId: id },
    });
    if (withdrawPayout.payout?.status !== 'WITHDRAWN')
      throw new Error(`Not withdrawn: ${JSON.stringify(withdrawPayout)}`);
  }
  if (!(await isGateOpen(stage))) await openGate(stage);
  return withdrawn.length;
}

/** Two people open the gate. */
export async function openGate({ subject, apiUrls }: LoadedStage): Promise<void> {
  const [replicaUrl = ''] = apiUrls;
  const input = { isOpen: true, endsRestore: true, reason: 'Compared with the records of the provider.' };
  const { setPayoutGate } = await subject.send<SetGateAnswer>(replicaUrl, 'operator', { query: SET_GATE, input });
  await subject.confirm(replicaUrl, setPayoutGate);
}

export async function isGateOpen({ postgres }: Pick<AuditedStage, 'postgres'>): Promise<boolean> {
  const [gate] = await postgres.query<{ is_open: boolean }>('SELECT is_open FROM payout_gate');
  return gate?.is_open === true;
}
