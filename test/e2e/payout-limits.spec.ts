import { confirmChange, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { fundBalance, newAccount } from '../support/ledger.js';
import { whenWaiting, whileNoneIsClaimed } from '../support/locks.js';
import {
  agreedOn,
  bookedPayout,
  getPayout,
  listPayoutIds,
  openPayoutGate,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  setPayoutGate,
  setPayoutLimit,
  withdrawPayout,
} from '../support/payouts.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { beginAnotherDay, makeSendingDue, makeSendingOverdue } from '../support/payout-ageing.js';

// Claims wait for each other here until the test has seen them wait.
const PATIENCE = { DATABASE_LOCK_TIMEOUT_MS: '30000', DATABASE_STATEMENT_TIMEOUT_MS: '30000' };

/** A time zone in which the date differs from the UTC date, at whatever hour the test runs. */
const ELSEWHERE = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';

const NONE = { value: null };

describe('payout limits', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let approver: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk(PATIENCE, { timeZone: ELSEWHERE });
    maker = desk.purser.api;
    approver = desk.purser.approver;
  });

  afterAll(() => desk.close());

  const limited = (input: Record<string, unknown>): Promise<void> => agreedOn(desk.purser, setPayoutLimit, input);

  /** Moves all claims to an earlier day, so that they no longer count. */
  const newDay = (): Promise<unknown> => beginAnotherDay(desk.database);

  /** Makes all waiting payouts due for the next tick. */
  const comesDue = (): Promise<unknown> => makeSendingDue(desk.database);

  const alarmsOf = ({ id }: PayoutView): string[] =>
    desk.purser
      .alarms()
      .filter(({ payoutId }) => payoutId === id)
      .map(({ alarm }) => alarm);

  it.each([
    ['no currency', { kind: 'DAILY_SUM', value: '1' }, 'CURRENCY_MISSING', 'currency'],
    [
      'a currency to count in',
      { kind: 'DAILY_COUNT_PER_RECIPIENT', currency: 'BRL', value: '1' },
      'NOT_PER_RECIPIENT',
      'currency',
    ],
    ['half a payout', { kind: 'DAILY_COUNT_PER_RECIPIENT', value: '1.5' }, 'COUNT_NOT_WHOLE', 'value'],
  ])('refuses a limit with %s', async (_, input, code, field) => {
    expect(await setPayoutLimit(desk.purser.admin, input)).toMatchObject({
      userErrors: [{ code, field: ['input', field] }],
    });
  });

  it('a limit on the largest payout blocks larger payouts until two people raise it', async () => {
    const largest = { kind: 'LARGEST_PAYOUT', currency: 'BRL' };
    await limited({ ...largest, value: '100' });
    expect(await recordedPayout(maker, { amount: '100' })).toMatchObject({ status: 'CREATED', blockedBy: null });
    const held = await recordedPayout(maker, { amount: '100.01' });
    expect(held).toMatchObject({
      status: 'APPROVED',
      attempts: [],
      blockedBy: { limit: 'LARGEST_PAYOUT', message: expect.stringContaining('100.00 BRL') as string },
    });
    const request = proposed(await setPayoutLimit(desk.purser.admin, { ...largest, value: '1000' }));
    expect((await getPayout(maker, held.id)).attempts).toEqual([]);
    expect(await confirmChange(approver, request)).toMatchObject({ userErrors: [] });
    expect(await payoutWhen(maker, held, ({ status }) => status === 'CREATED')).toMatchObject({
      blockedBy: null,
      problem: null,
    });
    await limited({ ...largest, ...NONE });
  });

  it('a blocked payout raises one alarm, and is listed as limited until the block ends', async () => {
    const largest = { kind: 'LARGEST_PAYOUT', currency: 'BRL' };
    await limited({ ...largest, value: '100' });
    const held = await recordedPayout(maker, { amount: '100.01' });
    expect(alarmsOf(held)).toEqual(['payout_blocked_by_limit']);
    const before = (await getPayout(maker, held.id)).nextAttemptAt;
    await comesDue();
    await payoutWhen(maker, held, ({ nextAttemptAt }) => new Date(nextAttemptAt!) > new Date(before!));
    expect(alarmsOf(held)).toEqual(['payout_blocked_by_limit']);
    expect(await listPayoutIds(maker, { sets: ['LIMITED'] })).toEqual([held.id]);
    await limited({ ...largest, ...NONE });
    await payoutWhen(maker, held, ({ status }) => status === 'CREATED');
    expect(await listPayoutIds(maker, { sets: ['LIMITED'] })).toEqual([]);
  });

  describe('limits per recipient', () => {
    const perRecipient = { kind: 'DAILY_COUNT_PER_RECIPIENT' };

    afterEach(() => limited({ ...perRecipient, ...NONE }));

    it('payouts that were or may have been paid count towards the limit, but failed ones do not', async () => {
      await limited({ ...perRecipient, value: '2' });
      const { recipient } = payoutInput();
      const pay = (amount: string): Promise<PayoutView> => recordedPayout(maker, { recipient, amount });
      const first = await pay('1');
      expect(await pay('2')).toMatchObject({ status: 'CREATED' });
      const third = await pay('3');
      expect(third).toMatchObject({ status: 'APPROVED', blockedBy: { limit: 'DAILY_COUNT_PER_RECIPIENT' } });
      expect(await recordedPayout(maker)).toMatchObject({ status: 'CREATED' });

      await desk.sandbox.movePayout((await bookedPayout(desk.sandbox, first)).id, 'fail');
      await payoutWhen(maker, first, ({ status }) => status === 'FAILED');
      await comesDue();
      await payoutWhen(maker, third, ({ status }) => status === 'CREATED');
      const fourth = await pay('4');
      expect(fourth).toMatchObject({ blockedBy: { limit: 'DAILY_COUNT_PER_RECIPIENT' } });
      await limited({ ...perRecipient, ...NONE });
      await payoutWhen(maker, fourth, ({ status }) => status === 'CREATED');
    });
  });

  describe('limits per day', () => {
    const perDay = { kind: 'DAILY_SUM', currency: 'BRL' };

    beforeEach(newDay);
    afterEach(() => limited({ ...perDay, ...NONE }));

    it("a day is a UTC day, whatever the database's time zone", async () => {
      await limited({ ...perDay, value: '10' });
      expect(await recordedPayout(maker, { amount: '9' })).toMatchObject({ status: 'CREATED' });
      const rows = await desk.database.query<{ is_utc: boolean; is_local: boolean }>(
        `SELECT claimed_on = (updated_at AT TIME ZONE 'UTC')::date AS is_utc, claimed_on = updated_at::date AS is_local
         FROM payouts ORDER BY created_at DESC LIMIT 1`,
      );
      expect(rows).toEqual([{ is_utc: true, is_local: false }]);
      const held = await recordedPayout(maker, { amount: '2' });
      expect(held).toMatchObject({ blockedBy: { limit: 'DAILY_SUM' } });
    });

    it('payouts that the balance does not cover do not count towards the daily limit', async () => {
      const accountId = await newAccount(desk);
      await fundBalance(maker, { accountId, amount: '110' });
      await limited({ ...perDay, accountId, value: '100' });
      await setPayoutGate(maker, { isOpen: false, reason: 'So that they wait.' });
      const large = await recordedPayout(maker, { accountId, amount: '60' });
      const small = await recordedPayout(maker, { accountId, amount: '50' });
      await fundBalance(maker, { accountId, amount: '60', direction: 'OUT' });
      // Both are claimed in one batch, the large one before the small one.
      await comesDue();
      await makeSendingOverdue(desk.database, large);
      await openPayoutGate(desk.purser, 'So that they go.');
      expect(await payoutWhen(maker, large, ({ problem }) => problem !== null)).toMatchObject({ blockedBy: null });
      await payoutWhen(maker, small, ({ status }) => status === 'CREATED');
      // The balance covers the large payout now, but the daily limit has no room for it.
      await fundBalance(maker, { accountId, amount: '60' });
      await comesDue();
      await payoutWhen(maker, large, ({ blockedBy }) => blockedBy?.limit === 'DAILY_SUM');
      await fundBalance(maker, { accountId, amount: '60', direction: 'OUT' });
      await limited({ ...perDay, accountId, ...NONE });
      const uncovered = await payoutWhen(maker, large, ({ blockedBy }) => blockedBy === null);
      expect(uncovered).toMatchObject({ status: 'APPROVED', problem: expect.stringContaining('balance') as string });
      expect(await listPayoutIds(maker, { sets: ['LIMITED'] })).not.toContain(large.id);
      await withdrawPayout(maker, large.id);
    });
  });

  describe('limits per day and maker', () => {
    const perMaker = { kind: 'DAILY_SUM_PER_MAKER', currency: 'BRL' };

    beforeEach(newDay);
    afterEach(() => limited({ ...perMaker, ...NONE }));

    it("the limit counts one key's payouts to all recipients, but not other keys' payouts", async () => {
      await limited({ ...perMaker, value: '100' });
      const theirs = await desk.keyWith(['payouts:read', 'payouts:create']);
      for (let sent = 0; sent < 3; sent += 1) {
        expect(await recordedPayout(maker, { amount: '33' })).toMatchObject({ status: 'CREATED' });
      }
      const held = await recordedPayout(maker, { amount: '1.01' });
      expect(held).toMatchObject({ status: 'APPROVED', blockedBy: { limit: 'DAILY_SUM_PER_MAKER' } });
      expect(await recordedPayout(theirs, { amount: '99' })).toMatchObject({ status: 'CREATED' });
      await limited({ ...perMaker, value: '100.01' });
      await payoutWhen(maker, held, ({ status }) => status === 'CREATED');
    });
  });

  describe('limits on two replicas', () => {
    let other: TestPurser;
    let replicas: readonly [GraphqlClient, GraphqlClient];

    beforeAll(async () => {
      other = await startPurser({
        DATABASE_URL: desk.database.url,
        PROVIDER_BASE_URL: desk.sandbox.url,
        PUBLIC_URL: desk.purser.url,
        ...PATIENCE,
      });
      replicas = [maker, other.api];
    });

    afterAll(() => other.close());

    beforeEach(newDay);

    /** Waits until `room` of these payouts are sent and the others are blocked by the limit. */
    async function expectSent(created: readonly PayoutView[], room: number, limit: string): Promise<void> {
      // The ticks of both replicas must not send more, either. They also send what a slow machine could not send in
      // time.
      await comesDue();
      await eventually('as many are sent as there is room for, and the rest is held', async () => {
        const now = await Promise.all(created.map(({ id }) => getPayout(maker, id)));
        const sent = now.filter(({ status }) => status !== 'APPROVED').length;
        expect(sent).toBeLessThanOrEqual(room);
        const held = now.filter(({ blockedBy }) => blockedBy?.limit === limit).length;
        return sent === room && held === created.length - room ? true : null;
      });
    }

    it('concurrent payouts never exceed a daily limit, and the next day has room again', async () => {
      const perDay = { kind: 'DAILY_SUM', currency: 'BRL' };
      await limited({ ...perDay, value: '100' });
      const created = await Promise.all(
        Array.from({ length: 24 }, (_, at) => recordedPayout(replicas[at % 2]!, { amount: '9.5' })),
      );
      await expectSent(created, 10, 'DAILY_SUM');
      // A smaller payout that still fits is sent past larger ones that do not.
      await payoutWhen(maker, await recordedPayout(maker, { amount: '5' }), ({ status }) => status === 'CREATED');

      await newDay();
      await comesDue();
      await eventually('another day has room for ten', async () => {
        return (await listPayoutIds(maker, { sets: ['LIMITED'] })).length === 4 ? true : null;
      });
      await limited({ ...perDay, ...NONE });
      await eventually('nothing is held that would count as another day begins', async () => {
        return (await listPayoutIds(maker, { sets: ['LIMITED'] })).length === 0 ? true : null;
      });
    });

    it("concurrent payouts never exceed one maker's limit", async () => {
      const perMaker = { kind: 'DAILY_SUM_PER_MAKER', currency: 'BRL' };
      await limited({ ...perMaker, value: '50' });
      const created = await Promise.all(
        Array.from({ length: 12 }, (_, at) => recordedPayout(replicas[at % 2]!, { amount: '9.5' })),
      );
      await expectSent(created, 5, perMaker.kind);
      await limited({ ...perMaker, ...NONE });
    });

    it("concurrent payouts never exceed one recipient's limit", async () => {
      const perRecipient = { kind: 'DAILY_COUNT_PER_RECIPIENT' };
      await limited({ ...perRecipient, value: '3' });
      const { recipient } = payoutInput();
      // The claims are held until both replicas have begun one. Payouts created meanwhile are claimed together after
      // that.
      const calls = await whileNoneIsClaimed(desk.database, async () => {
        const creating = Array.from({ length: 8 }, (_, at) =>
          recordedPayout(replicas[at % 2]!, { recipient, amount: `1.${at + 10}` }),
        );
        await whenWaiting(desk.database, replicas.length);
        return { creating };
      });
      await expectSent(await Promise.all(calls.creating), 3, perRecipient.kind);
      await limited({ ...perRecipient, ...NONE });
    });
  });
});
