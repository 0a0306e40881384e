import { confirmChange, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { balancesOf, fundBalance, newAccount } from '../support/ledger.js';
import { whenWaiting, whileHeld } from '../support/locks.js';
import {
  agreedOn,
  bangladeshInput,
  getPayoutGate,
  openPayoutGate,
  recordedPayout,
  type RulePayload,
  setPayoutGate,
  setPayoutLimit,
  setPayoutPolicy,
} from '../support/payouts.js';

describe('conditions of claims', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let approver: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk({
      // Without ticks, only the statements of the test wait for locks. The long timeouts leave time to see them wait.
      PURSER_ROLES: 'api',
      DATABASE_LOCK_TIMEOUT_MS: '30000',
      DATABASE_STATEMENT_TIMEOUT_MS: '30000',
    });
    maker = desk.purser.api;
    approver = desk.purser.approver;
  });

  afterAll(() => desk.close());

  const fund = async (amount: string, direction = 'IN'): Promise<void> => {
    expect((await fundBalance(maker, { amount, direction })).userErrors).toEqual([]);
  };

  it.each<[string, (api: GraphqlClient) => Promise<RulePayload>]>([
    ['a policy', (api) => setPayoutPolicy(api, { currency: 'BRL', fromAmount: '9000', approvers: 2 })],
    ['a limit', (api) => setPayoutLimit(api, { kind: 'LARGEST_PAYOUT', currency: 'BRL', value: '10000' })],
  ])('a change waits for the claim in progress: %s', async (_, change) => {
    const request = proposed(await change(desk.purser.admin));
    const changing = await whileHeld(desk.database, 'SELECT * FROM payout_gate FOR SHARE', async () => {
      const confirmed = confirmChange(approver, request);
      await whenWaiting(desk.database, 1);
      return { confirmed };
    });
    expect(await changing.confirmed).toMatchObject({ changeRequest: { status: 'CONFIRMED' }, userErrors: [] });
  });

  it('claims release the gate while a balance is locked, and their payouts wait', async () => {
    await fund('1000');
    const { payouts, shut } = await whileHeld(desk.database, 'SELECT * FROM ledger_balances FOR UPDATE', async () => {
      const recording = Promise.all(Array.from({ length: 12 }, () => recordedPayout(maker)));
      await whenWaiting(desk.database, 1);
      const shutting = setPayoutGate(maker, { isOpen: false, reason: 'The bank called.' });
      return { shut: await shutting, payouts: await recording };
    });
    expect(shut).toMatchObject({ changeRequest: null, gate: { isOpen: false } });
    for (const payout of payouts) expect(payout).toMatchObject({ status: 'APPROVED', attempts: [] });
    await openPayoutGate(desk.purser, 'It was about something else.');
  });

  it('if a balance is used up while payouts are claimed, the uncovered payout waits and reserves nothing', async () => {
    const accountId = await newAccount(desk);
    expect((await fundBalance(maker, { accountId, amount: '30' })).userErrors).toEqual([]);
    const claiming = await whileHeld(desk.database, 'LOCK TABLE payout_attempts IN SHARE MODE', async () => {
      const payouts = Promise.all(['10', '12'].map((amount) => recordedPayout(maker, { accountId, amount })));
      await whenWaiting(desk.database, 1);
      await fundBalance(maker, { accountId, amount: '15', direction: 'OUT' });
      return { payouts };
    });
    const statuses = (await claiming.payouts).map(({ status, problem }) => `${status} ${problem}`);
    expect(statuses.toSorted()).toEqual([expect.stringMatching(/^APPROVED .*balance/), 'CREATED null']);
    const [balance] = await balancesOf(maker, accountId);
    expect(Number(balance!.available) + Number(balance!.reserved)).toBe(15);
    expect(['10.00', '12.00']).toContain(balance!.reserved);
  });

  it('shutting the gate goes before later claims, which then find the gate shut', async () => {
    await agreedOn(desk.purser, setPayoutLimit, { kind: 'DAILY_SUM', currency: 'BRL', value: '1000000' });
    // Holds the lock that a claim under the same limit would hold.
    const limit = `SELECT pg_advisory_xact_lock(hashtextextended('payout-limit:BRL', 0))`;
    const calls = await whileHeld(desk.database, limit, async () => {
      const underWay = recordedPayout(maker);
      await whenWaiting(desk.database, 1);
      const shutting = setPayoutGate(maker, { isOpen: false, reason: 'The bank called.' });
      await whenWaiting(desk.database, 2);
      // This payout is in another currency, so it does not wait for the limit.
      const later = recordedPayout(maker, bangladeshInput());
      await whenWaiting(desk.database, 3);
      return { underWay, shutting, later };
    });
    expect(await calls.underWay).toMatchObject({ status: 'CREATED' });
    expect(await calls.shutting).toMatchObject({ changeRequest: null, gate: { isOpen: false } });
    expect(await calls.later).toMatchObject({ status: 'APPROVED', attempts: [] });
    expect(await getPayoutGate(maker)).toMatchObject({ reason: 'The bank called.' });
  });
});
