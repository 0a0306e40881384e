import { type ProviderBook, tokenHashOf } from '../stage/sandbox/provider-book.js';
import type { LoadedStage } from '../callers/loaded-stage.js';
import type { Stage } from '../stage/stage.js';
import type { SeenChange } from '../subjects/purser-subject.js';

const WITHDRAW_PAYOUT = `mutation ($input: WithdrawPayoutInput!) {
  withdrawPayout(input: $input) { payout { status } userErrors { code message } } }`;

const SET_GATE = `mutation ($input: SetPayoutGateInput!) {
  setPayoutGate(input: $input) { changeRequest { id contentHash } userErrors { code message } } }`;

interface SetGateAnswer {
  readonly setPayoutGate: { readonly changeRequest: SeenChange | null };
}

interface ProposalAnswer {
  readonly proposal: { readonly changeRequest: SeenChange | null };
}

interface WithdrawAnswer {
  readonly withdrawPayout: { readonly payout: { readonly status: string } | null; readonly userErrors: object[] };
}

/** Returns the provider ids of payments that have no attempt in Purser, by recipient. */
export function findForgotten(
  book: ProviderBook,
  attempts: readonly { readonly tokenHash: string }[],
): ReadonlyMap<string, string> {
  const known = new Set(attempts.map(({ tokenHash }) => tokenHash));
  const forgotten = book.payouts.filter((payout) => !known.has(tokenHashOf(payout)));
  return new Map(forgotten.map(({ account, id }) => [account.requisites, id]));
}

/**
 * Does the work of two people at a shut gate, as docs/operations/backups.md describes: bind payouts that were sent,
 * close lost payments that match no payout, and only then open the gate. Returns the number of payouts bound.
 */
export async function settleByPeople(stage: LoadedStage, book: ProviderBook): Promise<number> {
  const { subject, postgres, requests } = stage;
  const forgotten = findForgotten(book, await subject.attempts());
  const waiting = await postgres.query<{ id: string; key: string; status: string }>(
    `SELECT id, idempotency_key AS key, status FROM payouts WHERE status IN ('APPROVED', 'AWAITING_APPROVAL')`,
  );
  let bound = 0;
  for (const { id, key, status } of waiting) {
    const providerPayoutId = forgotten.get(requests.get(key)?.recipient.requisites ?? '');
    if (providerPayoutId !== undefined) {
      await agree(stage, 'bindUnconfirmedPayout', { payoutId: id, providerPayoutId, reference: 'ticket 7' });
      bound += 1;
    } else if (status === 'AWAITING_APPROVAL') {
      // The caller whose colleague would approve this payout has left.
      await withdraw(stage, id);
    }
  }
  const lost = await postgres.query<{ id: string }>(
    `SELECT id FROM discrepancies WHERE kind = 'UNKNOWN_PAYOUT' AND closed_at IS NULL`,
  );
  for (const { id } of lost) {
    await agree(stage, 'closeLostPayment', { discrepancyId: id, reference: 'ticket 7' });
  }
  if (!(await isGateOpen(stage))) await openGate(stage);
  return bound;
}

async function withdraw({ subject, apiUrls }: LoadedStage, payoutId: string): Promise<void> {
  const [replicaUrl = ''] = apiUrls;
  const input = { payoutId };
  const { withdrawPayout } = await subject.send<WithdrawAnswer>(replicaUrl, 'operator', {
    query: WITHDRAW_PAYOUT,
    input,
  });
  if (withdrawPayout.payout?.status !== 'WITHDRAWN')
    throw new Error(`Not withdrawn: ${JSON.stringify(withdrawPayout)}`);
}

/** Proposes as one person and confirms as another. */
async function agree(
  { subject, apiUrls }: LoadedStage,
  mutation: 'bindUnconfirmedPayout' | 'closeLostPayment',
  input: Readonly<Record<string, string>>,
): Promise<void> {
  const [replicaUrl = ''] = apiUrls;
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) {
    proposal: ${mutation}(input: $input) { changeRequest { id contentHash } userErrors { code message } } }`;
  const { proposal } = await subject.send<ProposalAnswer>(replicaUrl, 'operator', { query, input });
  await subject.confirm(replicaUrl, proposal);
}

/** Opens the gate as two people. */
export async function openGate({ subject, apiUrls }: LoadedStage): Promise<void> {
  const [replicaUrl = ''] = apiUrls;
  const input = { isOpen: true, endsRestore: true, reason: 'Compared with the records of the provider.' };
  const { setPayoutGate } = await subject.send<SetGateAnswer>(replicaUrl, 'operator', { query: SET_GATE, input });
  await subject.confirm(replicaUrl, setPayoutGate);
}

export async function isGateOpen({ postgres }: Pick<Stage, 'postgres'>): Promise<boolean> {
  const [gate] = await postgres.query<{ is_open: boolean }>('SELECT is_open FROM payout_gate');
  return gate?.is_open === true;
}
