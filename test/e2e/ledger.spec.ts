import { randomUUID } from 'node:crypto';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { OrderAnswersService } from '../../src/orders/order-answers.service.js';
import { OrdersRepository } from '../../src/orders/persistence/orders.repository.js';
import type { ProviderOrder } from '../../src/provider/port/orders.port.js';
import { agree } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  balanceComparisons,
  balancesOf,
  compareBalance,
  entriesOf,
  fundBalance,
  newAccount,
  statementOf,
} from '../support/ledger.js';
import { createdOrder, forgetOrderFacts, getOrder, refreshOrder } from '../support/orders.js';
import {
  bookedPayout,
  changePayout,
  closePayout,
  createPayout,
  faultMatch,
  getPayout,
  openPayoutGate,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  refreshPayout,
  setPayoutGate,
  unconfirmedPayout,
  withdrawPayout,
} from '../support/payouts.js';
import { APPROVER_API_KEY, startPurser, type TestPurser } from '../support/purser.js';
import { ownKeyId } from '../support/api-keys.js';
import { auditEntries, type AuditEntryView } from '../support/audit-log.js';
import { ageAttempt, confirmSuspicions, makePollDue, makeSendingDue } from '../support/payout-ageing.js';
import { closeDiscrepancy, storedDiscrepancies } from '../support/reconciliation.js';
import { OPEN_GATE } from '../support/settings.js';

describe('the expected balance', () => {
  let desk: Desk;
  let api: GraphqlClient;
  let accountId: string;

  beforeAll(async () => {
    desk = await openDesk({
      APPROVER_API_KEY,
      ...OPEN_GATE,
      PROVIDER_PROFILE_FILE: jsonFile({
        payoutCheckDelaysSeconds: [3_600],
        payoutReverifyDelaysSeconds: Array.from({ length: 50 }, (_, second) => second + 1),
      }),
    });
    api = desk.purser.api;
  });

  beforeEach(async () => {
    accountId = await newAccount(desk);
  });

  afterAll(() => desk.close());

  const codes = ({ userErrors }: { userErrors: readonly { code: string }[] }): string[] =>
    userErrors.map(({ code }) => code);

  const fund = async (amount: string, input: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    expect(codes(await fundBalance(api, { accountId, amount, ...input }))).toEqual([]);
  };

  const statement = (): Promise<readonly string[]> => statementOf(api, { accountId });

  const payout = (amount: string, input = payoutInput()): Promise<PayoutView> =>
    recordedPayout(api, { ...input, accountId, amount });

  const alarms = (code: string): number => desk.purser.alarms().filter(({ alarm }) => alarm === code).length;

  async function move(sent: PayoutView, steps: readonly ('complete' | 'fail' | 'cancel' | 'expire')[]): Promise<void> {
    for (const step of steps) await desk.sandbox.movePayout(sent.providerPayoutId!, step);
  }

  async function until(sent: PayoutView, status: string): Promise<void> {
    await payoutWhen(api, sent, (seen) => seen.status === status);
  }

  /** A changed final status counts only if it is read again ten seconds later. This skips the wait. */
  const tenSecondsPass = (): Promise<unknown> => confirmSuspicions(desk.database, { accountId });

  describe('entries', () => {
    it('records payouts that are paid, refused, failed and corrected', async () => {
      await fund('100');
      const paid = await payout('12.50');
      await move(paid, ['complete']);
      await until(paid, 'COMPLETED');
      const input = payoutInput();
      await desk.sandbox.setFault({ on: 'createPayout', fault: 'refuse', match: faultMatch(input) });
      expect(await payout('20', input)).toMatchObject({ status: 'REJECTED' });
      for (const step of ['fail', 'cancel', 'expire'] as const) {
        const sent = await payout('30');
        await move(sent, [step]);
        await payoutWhen(api, sent, ({ isFinal }) => isFinal);
      }
      await move(paid, ['fail']);
      await payoutWhen(api, paid, ({ problem }) => problem !== null);
      await tenSecondsPass();
      await makePollDue(desk.database, { accountId });
      await until(paid, 'FAILED');

      const rise = ['RESERVATION 30 | 57.5 30 12.5', 'RELEASE 30 | 87.5 0 12.5'];
      expect(await statement()).toEqual([
        'FUNDING 100 | 100 0 0',
        'RESERVATION 12.5 | 87.5 12.5 0',
        'PAYMENT 12.5 | 87.5 0 12.5',
        'RESERVATION 20 | 67.5 20 12.5',
        'RELEASE 20 | 87.5 0 12.5',
        ...[...rise, ...rise, ...rise],
        'RETURN 12.5 | 100 0 0',
      ]);
      expect(await balancesOf(api, accountId)).toMatchObject([
        {
          account: { id: accountId, name: `account ${accountId}` },
          ...{
            currency: 'BRL',
            available: '100.00',
            reserved: '0.00',
            paidOut: '0.00',
            received: '0.00',
            funded: '100.00',
          },
        },
      ]);
      expect(await entriesOf(api, { accountId, subjectType: 'PAYOUT', subjectId: paid.id })).toMatchObject([
        { kind: 'RESERVATION', from: 'AVAILABLE', to: 'RESERVED', amount: '12.50', reference: null, actor: null },
        { kind: 'PAYMENT' },
        { kind: 'RETURN' },
      ]);
    });

    it('an unconfirmed payout stays reserved, is released when closed, and overdraws the balance if it was paid after all', async () => {
      await fund('20');
      const input = payoutInput({ accountId, amount: '15' });
      const unknown = await unconfirmedPayout(desk, { isMade: true, input });
      const reserved = ['FUNDING 20 | 20 0 0', 'RESERVATION 15 | 5 15 0'];
      expect(await statement()).toEqual(reserved);
      await ageAttempt(desk.database, unknown.id);
      await agree(desk.purser.as(APPROVER_API_KEY), await closePayout(api, { payoutId: unknown.id }));
      await payout('18');
      const { id } = await bookedPayout(desk.sandbox, unknown);
      await desk.sandbox.movePayout(id, 'complete');
      await until(unknown, 'COMPLETED');
      expect(await statement()).toEqual([
        ...reserved,
        'RELEASE 15 | 20 0 0',
        'RESERVATION 18 | 2 18 0',
        'RETAKING 15 | -13 18 15',
      ]);
      expect(await balancesOf(api, accountId)).toMatchObject([
        { available: '-13.00', reserved: '18.00', paidOut: '15.00' },
      ]);
      expect(alarms('balance_overdrawn')).toBe(1);
      expect(codes(await createPayout(api, { accountId, amount: '1' }))).toEqual(['INSUFFICIENT_BALANCE']);
    });

    it('posts a paid order once, without the commission', async () => {
      await fund('5', { currency: 'EUR' });
      const order = await createdOrder(api, { accountId, amount: '10.00', currency: 'EUR' });
      await desk.sandbox.move(order.providerOrderId, 'pay');
      await eventually('it is paid', async () => ((await getOrder(api, order.id)).status === 'PAID' ? true : null));
      await refreshOrder(api, order.id);
      expect(await statement()).toEqual(['FUNDING 5 | 5 0 0', 'INCOME 9.75 | 14.75 0 0']);
      expect(await balancesOf(api, accountId)).toMatchObject([{ currency: 'EUR', received: '9.75', funded: '5.00' }]);
    });
  });

  describe('orders', () => {
    /** Creates an order of which only the amount and currency are known. */
    const ordered = async (): Promise<Awaited<ReturnType<typeof createdOrder>>> => {
      const order = await createdOrder(api, { accountId, amount: '100', currency: 'EUR' });
      await forgetOrderFacts(desk.database, order.id, 'received', 'commission');
      return order;
    };

    /** Applies an answer that shows an order as paid, with only these facts. */
    const tell = (
      { id, providerOrderId }: { readonly id: string; readonly providerOrderId: string },
      facts: Readonly<Record<string, unknown>>,
    ): Promise<unknown> =>
      desk.purser.service(UnitOfWork).run(async (tx) => {
        const order = await desk.purser.service(OrdersRepository).findForUpdate(tx, id);
        const nothing = {
          externalId: null,
          amount: null,
          currency: null,
          commission: null,
          received: null,
          details: [],
          unreadable: [],
        };
        const paid = { providerOrderId, providerStatus: 'PAID', status: 'PAID', paymentLink: null, updatedAt: null };
        return desk.purser.service(OrderAnswersService).apply(tx, order!, {
          order: { ...nothing, ...paid, paidAt: null, ...facts } as ProviderOrder,
          cause: 'POLL',
        });
      });

    const openBalance = (): Promise<void> => fund('5', { currency: 'EUR' });

    it('an order paid before the balance was opened is not posted, even if noticed later', async () => {
      const [early, late] = [await ordered(), await ordered()];
      const paidAt = new Date();
      await openBalance();
      await tell(early, { received: '97.40', paidAt });
      expect(await statement()).toEqual(['FUNDING 5 | 5 0 0']);
      await tell(late, { received: '97.40', paidAt: new Date() });
      expect(await statement()).toEqual(['FUNDING 5 | 5 0 0', 'INCOME 97.4 | 102.4 0 0']);
    });

    it('an order that was paid without proceeds is posted once an answer shows proceeds', async () => {
      await openBalance();
      for (const first of [{ received: '0' }, { commission: '100.01' }]) {
        for (const paidAt of [null, new Date()]) {
          const order = await ordered();
          await tell(order, { ...first, paidAt });
          const before = await statement();
          await tell(order, { received: '97.40' });
          expect((await statement()).slice(before.length)).toEqual([expect.stringMatching(/^INCOME 97\.4 /)]);
        }
      }
    });

    it('an order is posted when its currency becomes known, unless it is older than the balance', async () => {
      const [early, late] = [await ordered(), await ordered()];
      const forget = ({ id }: { id: string }): Promise<unknown> => forgetOrderFacts(desk.database, id, 'currency');
      await forget(early);
      await forget(late);
      await tell(early, { received: '97.40' });
      await openBalance();
      await tell(late, { received: '97.40' });
      expect(await statement()).toEqual(['FUNDING 5 | 5 0 0']);
      for (const order of [early, late]) await tell(order, { currency: 'EUR' });
      expect(await statement()).toEqual(['FUNDING 5 | 5 0 0', 'INCOME 97.4 | 102.4 0 0']);
    });
  });

  it('an account without funding has no balance, so nothing is refused or posted', async () => {
    const early = await payout('12');
    expect(early.status).toBe('CREATED');
    expect(await balancesOf(api, accountId)).toEqual([]);
    await fund('3');
    await move(early, ['complete']);
    await until(early, 'COMPLETED');
    await move(early, ['fail']);
    await payoutWhen(api, early, ({ problem }) => problem !== null);
    await tenSecondsPass();
    await refreshPayout(api, early.id);
    await until(early, 'FAILED');
    expect(await statement()).toEqual(['FUNDING 3 | 3 0 0']);
    // Each currency of an account has its own balance.
    expect(codes(await createPayout(api, { accountId, amount: '4' }))).toEqual(['INSUFFICIENT_BALANCE']);
  });

  it('refuses a payout that is not covered, records nothing, and accepts the same request once funded', async () => {
    await fund('12.49');
    const input = payoutInput({ accountId });
    for (const _ of ['once', 'again']) {
      const { payout: none, userErrors } = await createPayout(api, input);
      expect(none).toBeNull();
      expect(userErrors).toEqual([
        {
          code: 'INSUFFICIENT_BALANCE',
          field: ['input', 'amount'],
          message: expect.stringContaining('available 12.49 BRL, needed 12.50 BRL; ') as string,
        },
      ]);
    }
    await fund('0.01');
    expect(await recordedPayout(api, input)).toMatchObject({ status: 'CREATED', timeline: { length: 3 } });
    expect((await statement()).at(-1)).toBe('RESERVATION 12.5 | 0 12.5 0');
  });

  it('refuses to raise a payout above the balance, and changes nothing', async () => {
    await fund('20');
    await setPayoutGate(api, { isOpen: false, reason: 'So that they wait.' });
    const [changed, other] = [await payout('12'), await payout('5')];
    const to = (amount: string, further: Readonly<Record<string, unknown>> = {}) =>
      changePayout(api, { payoutId: changed.id, amount, ...further });
    const refusal = await to('15.01', { note: 'more' });
    expect(refusal).toMatchObject({
      payout: { amount: '12.00', contentHash: changed.contentHash },
      userErrors: [{ code: 'INSUFFICIENT_BALANCE', field: ['input', 'amount'] }],
    });
    expect(await to('15')).toMatchObject({ payout: { amount: '15.00' }, userErrors: [] });
    await fund('19', { direction: 'OUT', reference: 'entered by mistake' });
    // Lowering the amount is allowed even if the lower amount is not covered.
    expect(await to('14')).toMatchObject({ payout: { amount: '14.00' }, userErrors: [] });
    expect(codes(await to('14.5'))).toEqual(['INSUFFICIENT_BALANCE']);
    for (const { id } of [changed, other]) await withdrawPayout(api, id);
    await openPayoutGate(desk.purser, 'Nothing waits.');
  });

  it('concurrent requests with one idempotency key all get the payout that used up the balance', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      await fund('12.50');
      const input = payoutInput({ accountId });
      const answers = await Promise.all(Array.from({ length: 6 }, () => createPayout(api, input)));
      expect({ round, codes: answers.flatMap(codes) }).toEqual({ round, codes: [] });
      expect(new Set(answers.map(({ payout: made }) => made?.id)).size).toBe(1);
    }
    expect(await balancesOf(api, accountId)).toMatchObject([{ available: '0.00', reserved: '62.50' }]);
  });

  it('a payout that is no longer covered when it is due waits until it is covered or withdrawn', async () => {
    await fund('20');
    await setPayoutGate(api, { isOpen: false, reason: 'So that they wait.' });
    const [waiting, withdrawn] = [await payout('12'), await payout('8')];
    expect(codes(await createPayout(api, { accountId, amount: '0.01' }))).toEqual(['INSUFFICIENT_BALANCE']);
    await fund('19', { direction: 'OUT', reference: 'entered by mistake' });
    const before = alarms('payout_not_covered');
    await openPayoutGate(desk.purser, 'So that they go.');
    for (const held of [waiting, withdrawn]) {
      const seen = await payoutWhen(api, held, ({ problem }) => problem !== null);
      expect(seen).toMatchObject({ status: 'APPROVED', attempts: [] });
      expect(seen.problem).toContain('balance');
    }
    expect(alarms('payout_not_covered') - before).toBe(2);
    expect(await withdrawPayout(api, withdrawn.id)).toMatchObject({ payout: { status: 'WITHDRAWN', problem: null } });
    await fund('11');
    await makeSendingDue(desk.database, { accountId });
    expect(await payoutWhen(api, waiting, ({ status }) => status === 'CREATED')).toMatchObject({ problem: null });
    expect(await statement()).toEqual([
      'FUNDING 20 | 20 0 0',
      'FUNDING_REVERSAL 19 | 1 0 0',
      'FUNDING 11 | 12 0 0',
      'RESERVATION 12 | 0 12 0',
    ]);
  });

  describe('fifty concurrent payouts on two replicas', () => {
    let second: TestPurser;

    beforeAll(async () => {
      second = await startPurser({
        DATABASE_URL: desk.database.url,
        PROVIDER_BASE_URL: desk.sandbox.url,
        PUBLIC_URL: desk.purser.url,
      });
    });

    afterAll(() => second.close());

    it('fifty concurrent payouts on two replicas are sent only as far as the balance covers them', async () => {
      await fund('100');
      const booked = (await desk.sandbox.payouts()).length;
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          insist(index % 2 === 0 ? api : second.api, payoutInput({ accountId, amount: '5' })),
        ),
      );
      // Payouts recorded before others used up the balance may wait. Only unrecorded payouts are refused.
      const refused = answers.flatMap(codes);
      expect(new Set(refused)).toEqual(new Set(['INSUFFICIENT_BALANCE']));
      const recorded = answers.flatMap(({ payout: made }) => made ?? []);
      expect(recorded.length + refused.length).toBe(50);
      // The tick may have sent a payout before the mutation could, so the final states arrive later.
      const ends = await eventually('as many are accepted as it covers', async () => {
        const seen = await Promise.all(recorded.map(({ id }) => getPayout(api, id)));
        return seen.filter(({ status }) => status === 'CREATED').length === 20 ? seen : null;
      });
      expect((await desk.sandbox.payouts()).length - booked).toBe(20);
      expect(await balancesOf(api, accountId)).toMatchObject([{ available: '0.00', reserved: '100.00' }]);
      // A claimed payout that a busy machine could not send in time counts as not sent: its reservation is released,
      // and the next attempt reserves again.
      const unsent = ends.flatMap(({ attempts }) => attempts).filter(({ state }) => state === 'NOT_SENT').length;
      const kinds = (await entriesOf(api, { accountId })).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual([
        'FUNDING',
        ...Array.from({ length: unsent }, () => 'RELEASE'),
        ...Array.from({ length: 20 + unsent }, () => 'RESERVATION'),
      ]);
    });

    /** Repeats a request with the same idempotency key while a busy replica has no free connection. */
    const insist = (replica: GraphqlClient, input: Record<string, unknown>): ReturnType<typeof createPayout> =>
      eventually('an answer', () => createPayout(replica, input).catch(() => null));
  });

  describe('funding', () => {
    it('a repeated funding is entered once, in the name of the caller', async () => {
      const input = { accountId, amount: '50.00', idempotencyKey: randomUUID() };
      const answers = await Promise.all([1, 2, 3].map(() => fundBalance(api, input)));
      for (const answer of answers) expect(answer).toMatchObject({ userErrors: [], balance: { funded: '50.00' } });
      expect(codes(await fundBalance(api, { ...input, amount: '51' }))).toEqual(['IDEMPOTENCY_KEY_REUSED']);
      expect(codes(await fundBalance(api, { ...input, currency: 'EUR' }))).toEqual(['IDEMPOTENCY_KEY_REUSED']);
      const entries = await entriesOf(api, { accountId, kinds: ['FUNDING'], currency: 'BRL' });
      expect(entries).toMatchObject([{ reference: 'transfer 7', actor: { id: expect.any(String) as string } }]);
      expect((await auditOf('balance.funded')).map(({ reason, after }) => ({ reason, after }))).toEqual([
        { reason: 'transfer 7', after: { available: '50.00', direction: 'IN', amount: '50.00' } },
      ]);
    });

    it.each([
      [{ amount: '0' }, 'AMOUNT_INVALID', 'amount'],
      [{ amount: '1.001' }, 'AMOUNT_INVALID', 'amount'],
      [{ amount: '1.5', currency: 'XOF' }, 'AMOUNT_INVALID', 'amount'],
      [{ reference: ' ' }, 'TEXT_INVALID', 'reference'],
      [{ reference: 'card 4111 1111 1111 1111' }, 'TEXT_INVALID', 'reference'],
      [{ idempotencyKey: '' }, 'TEXT_INVALID', 'idempotencyKey'],
      [{ accountId: randomUUID() }, 'ACCOUNT_NOT_FOUND', 'accountId'],
      [{ direction: 'OUT' }, 'NOT_FUNDED', 'direction'],
    ])('refuses the funding %j', async (wrong, code, field) => {
      const { balance, userErrors } = await fundBalance(api, { accountId, amount: '1', ...wrong });
      expect(balance).toBeNull();
      expect(userErrors).toMatchObject([{ code, field: ['input', field] }]);
      expect(await balancesOf(api, accountId)).toEqual([]);
    });

    it('reports every problem of an invalid funding at once', async () => {
      const { userErrors } = await fundBalance(api, { accountId, amount: '0', reference: ' ', idempotencyKey: '' });
      expect(userErrors.map(({ code, field }) => `${code} ${field!.join('.')}`)).toEqual([
        'TEXT_INVALID input.reference',
        'TEXT_INVALID input.idempotencyKey',
        'AMOUNT_INVALID input.amount',
      ]);
    });

    it('funding requires its scope, and reading balances requires another', async () => {
      const [funder, reader] = [await desk.keyWith(['ledger:fund']), await desk.keyWith(['ledger:read'])];
      await expect(fundBalance(reader, { accountId, amount: '1' })).rejects.toThrow('FORBIDDEN');
      await expect(compareBalance(reader, { accountId, providerFigure: '1' })).rejects.toThrow('FORBIDDEN');
      await expect(balancesOf(funder, accountId)).rejects.toThrow('FORBIDDEN');
      await expect(entriesOf(funder, { accountId })).rejects.toThrow('FORBIDDEN');
      expect(await balancesOf(reader, accountId)).toEqual([]);
    });
  });

  describe('comparing', () => {
    const discrepancies = () => storedDiscrepancies(desk.database, accountId);

    it("a difference from the provider's figure opens a discrepancy", async () => {
      await fund('100');
      await payout('30');
      expect(await compareBalance(api, { accountId, providerFigure: '70.00' })).toMatchObject({
        userErrors: [],
        comparison: { isEqual: true, difference: '0.00', discrepancyId: null, balance: { available: '70.00' } },
      });
      expect(await discrepancies()).toEqual([]);
      const ids = new Set<string | null | undefined>();
      for (const providerFigure of ['69.50', '-0.5']) {
        ids.add((await compareBalance(api, { accountId, providerFigure })).comparison?.discrepancyId);
      }
      const [found, ...others] = await discrepancies();
      expect(others).toEqual([]);
      expect(found).toEqual({
        kind: 'BALANCE',
        subject: 'BRL',
        times_seen: 2,
        ours: { available: '70', reserved: '30' },
        theirs: { figure: '-0.5' },
      });
      const [discrepancyId] = ids;
      expect([ids.size, typeof discrepancyId]).toEqual([1, 'string']);
      // After a person closed the discrepancy, the same figures do not open another.
      await closeDiscrepancy(desk.purser.api, { discrepancyId: discrepancyId!, note: 'Their page was late.' });
      expect(await compareBalance(api, { accountId, providerFigure: '-0.5' })).toMatchObject({
        comparison: { isEqual: false, discrepancyId },
      });
      const asked = { accountId, currency: 'BRL', first: 2 };
      const newest = { comparedBy: { id: await ownKeyId(api) }, note: 'as shown on its page', available: '70.00' };
      expect(await balanceComparisons(api, asked)).toMatchObject({
        nodes: [
          { ...newest, providerFigure: '-0.50', difference: '-70.50' },
          { ...newest, providerFigure: '-0.50', difference: '-70.50' },
        ],
        totalCount: 4,
      });
      expect(await balanceComparisons(api, { ...asked, currency: 'EUR' })).toMatchObject({ totalCount: 0 });
      expect((await auditOf('balance.compared')).map(({ after }) => after['difference'])).toEqual([
        '0',
        '-0.5',
        '-70.5',
        '-70.5',
      ]);
    });

    it('an unfunded or unknown account cannot be compared, and a comparison requires a note', async () => {
      expect(codes(await compareBalance(api, { accountId, providerFigure: '1' }))).toEqual(['NOT_FUNDED']);
      expect(codes(await compareBalance(api, { accountId, providerFigure: '1', note: '' }))).toEqual(['NOTE_INVALID']);
      const stranger = { accountId: randomUUID(), providerFigure: '1' };
      expect(codes(await compareBalance(api, stranger))).toEqual(['ACCOUNT_NOT_FOUND']);
    });
  });

  async function auditOf(action: string): Promise<readonly AuditEntryView[]> {
    return (await auditEntries(desk.purser.admin, { action })).filter(({ subjectId }) =>
      subjectId?.startsWith(`${accountId} `),
    );
  }
});
