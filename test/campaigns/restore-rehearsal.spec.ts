import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertKey } from '../support/api-keys.js';
import { agree, type Proposal } from '../support/change-requests.js';
import { eventually } from '../support/eventually.js';
import { type ForgetfulDesk, openLagging, openRestorable } from '../support/forgetful-desk.js';
import { compareBalance, fundBalance } from '../support/ledger.js';
import { ageAttempt } from '../support/payout-ageing.js';
import {
  agreedOn,
  bindPayout,
  closePayout,
  endRestore,
  getPayout,
  getPayoutGate,
  getRestore,
  payoutInput,
  payoutWhen,
  type PayoutView,
  recordedPayout,
  setPayoutGate,
  setPayoutLimit,
} from '../support/payouts.js';
import {
  closeLostPayment,
  type DiscrepancyView,
  importStatement,
  listDiscrepancies,
  newestImport,
} from '../support/reconciliation.js';

// Servers are started and copied, and two people take every step of the page.
jest.setTimeout(240_000);

const PAGE = readFileSync(join(__dirname, '..', '..', 'docs', 'operations', 'backups.md'), 'utf8');

const FUNDED = 1_000;

type Input = Record<string, unknown>;

interface Paid {
  readonly input: Input;
  readonly providerPayoutId: string;
}

/** What happened after the moment to which the database was restored. */
interface Since {
  /** Payouts approved before that moment and sent after it. The provider sends no webhook about the last. */
  readonly waiting: readonly (Paid & { readonly id: string })[];
  /** Payouts created and sent after that moment. The provider sends no webhook about the last. */
  readonly made: readonly Paid[];
  /** A payout that was unconfirmed before that moment, and closed, sent again and paid after it. */
  readonly resent: Paid & { readonly id: string };
  /** A key that was revoked after that moment. */
  readonly stolenKey: { readonly id: string; readonly key: string };
}

describe.each([
  ['a restored backup', openRestorable],
  ['a failover to a standby that lags behind', openLagging],
] as const)('people who follow the page after %s', (_, open) => {
  let desk: ForgetfulDesk;

  beforeAll(async () => {
    desk = await open({ PAYOUT_CLOSE_AFTER_MINUTES: '1' });
  });

  afterAll(async () => {
    await desk.close();
  });

  const api = () => desk.purser.api;
  const both = (proposal: Proposal) => agree(desk.purser.approver, proposal);
  const revoke = (id: string) =>
    desk.purser.admin.request(
      'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { userErrors { code } } }',
      { input: { id, reason: 'It was stolen.' } },
    );

  async function use(key: string): Promise<boolean> {
    const answer = await desk.purser.as(key).send('{ payoutGate { isOpen } }');
    return answer.errors.length === 0;
  }

  const limits = async (): Promise<number> =>
    (await api().request<{ payoutLimits: unknown[] }>('{ payoutLimits { kind } }')).payoutLimits.length;

  async function sent(input: Input): Promise<Paid> {
    const { providerPayoutId } = await recordedPayout(api(), input);
    return { input, providerPayoutId: providerPayoutId! };
  }

  async function forget(): Promise<Since> {
    await fundBalance(api(), { amount: String(FUNDED) });
    const stolen = await insertKey(desk.database, { name: 'stolen', roles: ['viewer'] });
    const [{ id: stolenId } = { id: '' }] = await desk.database.query<{ id: string }>(
      `SELECT id FROM api_keys WHERE name = 'stolen'`,
    );
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'serverErrorBeforeAccepting' });
    const resentInput = payoutInput({ amount: '70' });
    const unconfirmed = await recordedPayout(api(), resentInput);
    await ageAttempt(desk.database, unconfirmed.id);
    await setPayoutGate(api(), { isOpen: false, reason: 'Before the backup.' });
    const inputs = [10, 11, 12].map((amount) => payoutInput({ amount: String(amount) }));
    const approved: PayoutView[] = [];
    for (const input of inputs) approved.push(await recordedPayout(api(), input));
    await desk.backUp();

    await both(await setPayoutGate(api(), { isOpen: true, reason: 'It was made.' }));
    const waiting = await Promise.all(
      approved.map(async ({ id }, at) => {
        const payout = await payoutWhen(api(), { id }, ({ status }) => status === 'CREATED');
        return { id, input: inputs[at]!, providerPayoutId: payout.providerPayoutId! };
      }),
    );
    const made: Paid[] = [];
    for (const amount of ['20', '21', '22', '23']) made.push(await sent(payoutInput({ amount })));
    await both(await closePayout(api(), { payoutId: unconfirmed.id, resend: true }));
    const again = await payoutWhen(api(), unconfirmed, ({ status }) => status === 'CREATED');
    const resent = { id: again.id, input: resentInput, providerPayoutId: again.providerPayoutId! };
    await revoke(stolenId);
    await agreedOn(desk.purser, setPayoutLimit, { kind: 'LARGEST_PAYOUT', currency: 'BRL', value: '500' });
    expect([await use(stolen), await limits()]).toEqual([false, 1]);
    await desk.restore();
    return { waiting, made, resent, stolenKey: { id: stolenId, key: stolen } };
  }

  const openLost = (): Promise<readonly DiscrepancyView[]> =>
    listDiscrepancies(desk.purser.admin, { kinds: ['UNKNOWN_PAYOUT'], isOpen: true });

  const knowsAll = (ids: readonly string[]) =>
    eventually('the payments are known', async () => {
      const known = (await openLost()).map(({ providerPayoutId }) => providerPayoutId);
      return ids.every((id) => known.includes(id)) || null;
    });

  const paymentsTo = async ({ recipient }: Input): Promise<number> => {
    const { requisites } = recipient as { requisites: string };
    return (await desk.sandbox.payouts()).filter(({ account }) => account.requisites === requisites).length;
  };

  it("they pay nothing twice, and their balance equals the provider's", async () => {
    const { waiting, made, resent, stolenKey } = await forget();
    const all = [...waiting, ...made, resent];
    await eventually('the gate is shut', async () => {
      const restore = await getRestore(api()).catch(() => null);
      return restore?.restoredAt ?? null;
    });
    // The provider pays all of them, but loses the webhooks of two.
    const silent = [waiting.at(-1)!, made.at(-1)!];
    const told = all.filter((paid) => !silent.includes(paid));
    for (const { input } of silent) {
      const { requisites } = input['recipient'] as { requisites: string };
      await desk.sandbox.setFault({ on: 'payoutWebhook', fault: 'lose', times: null, match: { requisites } });
    }
    for (const { providerPayoutId } of all) await desk.sandbox.movePayout(providerPayoutId, 'complete');
    await knowsAll(told.map(({ providerPayoutId }) => providerPayoutId));

    // Steps 2 and 3: the revoked key works again and the limit is gone, until people repeat both changes.
    expect([await use(stolenKey.key), await limits()]).toEqual([true, 0]);
    await revoke(stolenKey.id);
    await agreedOn(desk.purser, setPayoutLimit, { kind: 'LARGEST_PAYOUT', currency: 'BRL', value: '500' });
    expect([await use(stolenKey.key), await limits()]).toEqual([false, 1]);

    // A caller repeats the request for a payment that is known by now.
    const early = await recordedPayout(api(), made[0]!.input);
    // Only people who may approve the payout see that it equals another payment.
    expect(await getPayout(desk.purser.approver, early.id)).toMatchObject({
      status: 'AWAITING_APPROVAL',
      approvalReason: 'POSSIBLE_DUPLICATE',
    });

    // Step 4: the statement shows payments without a webhook. The last payment is missing in it.
    const lines = all
      .slice(0, -1)
      .map(({ providerPayoutId, input }) => `${providerPayoutId},${String(input['amount'])},BRL,COMPLETED`);
    await importStatement(api(), ['payout_id,amount,currency,status', ...lines].join('\n'));
    await eventually('the statement is followed', async () => (await newestImport(api())).pending === 0 || null);
    await knowsAll(all.map(({ providerPayoutId }) => providerPayoutId));
    for (const { id } of [...waiting, resent]) {
      expect(await getPayout(api(), id)).toMatchObject({ blockedBy: { limit: 'MAY_HAVE_BEEN_SENT' } });
    }

    // Step 5: each payment is bound to its payout, or closed. The callers of the first two repeat their requests in
    // time.
    const refused = await setPayoutGate(api(), { isOpen: true, reason: 'In a hurry.' });
    expect(refused.userErrors).toMatchObject([{ code: 'LOST_PAYMENTS_OPEN' }]);
    for (const { id, providerPayoutId } of [...waiting, resent]) {
      await both(await bindPayout(api(), { payoutId: id, providerPayoutId }));
    }
    for (const { input, providerPayoutId } of made.slice(0, 2)) {
      const repeated = await recordedPayout(api(), input);
      expect(repeated).toMatchObject({ status: 'AWAITING_APPROVAL' });
      await both(await bindPayout(api(), { payoutId: repeated.id, providerPayoutId }));
    }
    for (const { id } of await openLost()) await both(await closeLostPayment(api(), { discrepancyId: id }));
    expect(await openLost()).toEqual([]);

    // Step 6: closed payments are taken out of the balance, which is right after that.
    const sum = (payments: readonly Paid[]) =>
      payments.reduce((total, { input }) => total + Number(input['amount']), 0);
    const closed = String(sum(made.slice(2)));
    await fundBalance(api(), { amount: closed, direction: 'OUT', reference: 'Payments that were lost.' });
    const compared = await compareBalance(api(), { providerFigure: String(FUNDED - sum(all)) });
    expect(compared.comparison).toMatchObject({ isEqual: true });

    // Step 7: the gate is opened. Late callers repeat their requests, with the same key and with a new one.
    await both(await setPayoutGate(api(), { isOpen: true, reason: 'All are settled.' }));
    const held = await recordedPayout(api());
    expect(await getPayout(desk.purser.approver, held.id)).toMatchObject({ approvalReason: 'DATABASE_RESTORED' });
    await both(await endRestore(api()));
    for (const { input } of made.slice(2)) {
      const { id } = await recordedPayout(api(), input);
      expect(await getPayout(desk.purser.approver, id)).toMatchObject({
        status: 'AWAITING_APPROVAL',
        approvalReason: 'POSSIBLE_DUPLICATE',
      });
    }
    for (const { input } of all) {
      const { id } = await recordedPayout(api(), { ...input, idempotencyKey: randomUUID() });
      expect(await getPayout(desk.purser.approver, id)).toMatchObject({
        status: 'AWAITING_APPROVAL',
        approvalReason: 'POSSIBLE_DUPLICATE',
      });
    }
    for (const { input } of [...waiting, ...made.slice(0, 2), resent]) {
      expect(await recordedPayout(api(), input)).toMatchObject({ status: 'COMPLETED' });
    }
    for (const { input } of all) expect(await paymentsTo(input)).toBe(1);
    expect(await getPayoutGate(api())).toMatchObject({ isOpen: true });
    expect(await recordedPayout(api())).toMatchObject({ status: 'CREATED', approvalReason: null });
  });

  it('the page describes each of their steps', () => {
    for (const step of [
      'Revoke again the keys',
      'Set [policies and limits]',
      'importStatement',
      'UNKNOWN_PAYOUT',
      'probeProviderPayout',
      'bindUnconfirmedPayout',
      'same idempotency key',
      'closeLostPayment',
      'direction: OUT',
      'compareBalance',
      'DATABASE_RESTORED',
      'endsRestore',
    ]) {
      expect(PAGE).toContain(step);
    }
    expect(PAGE).not.toMatch(/withdraw those that were sent/);
  });
});
