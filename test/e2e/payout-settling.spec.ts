import { agree, confirmChange, factsOf, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { jsonFile } from '../support/files.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { type BalanceView, balancesOf, fundBalance } from '../support/ledger.js';
import { ageAcceptance, confirmSuspicions, makePollDue } from '../support/payout-ageing.js';
import {
  faultMatch,
  getPayout,
  listPayoutIds,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  refreshPayout,
  settlePayout,
} from '../support/payouts.js';
import { APPROVER_API_KEY } from '../support/purser.js';
import { closeDiscrepancy, type DiscrepancyView, listDiscrepancies } from '../support/reconciliation.js';

interface BoundPayout extends PayoutView {
  readonly providerPayoutId: string;
  readonly match: { readonly requisites: string };
}

const NOTE = 'The provider takes its fee from it, ticket 7.';

describe('settling a bound payout', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let operator: GraphqlClient;
  let accountId: string;

  beforeAll(async () => {
    desk = await openDesk({
      APPROVER_API_KEY,
      // Polls are an hour apart, so payouts are read only when a test says so.
      PROVIDER_PROFILE_FILE: jsonFile({ payoutCheckDelaysSeconds: [3_600] }),
      PROVIDER_REFRESH_SECONDS: '0',
    });
    maker = desk.purser.api;
    const { accounts } = await maker.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    accountId = accounts[0]!.id;
    await fundBalance(await desk.keyWith(['ledger:fund', 'ledger:read']), { accountId, amount: '100000' });
    operator = await desk.keyWith([
      'payouts:read',
      'payouts:resolve',
      'payouts:refresh',
      'reconciliation:read',
      'discrepancies:close',
    ]);
  });

  afterEach(async () => {
    await desk.sandbox.clearFaults();
  });

  afterAll(async () => {
    await desk.close();
  });

  const isLater = (at: string): boolean => new Date(at).getTime() > Date.now() + 60_000;

  const codes = ({ userErrors }: { userErrors: readonly { code: string }[] }): string[] =>
    userErrors.map(({ code }) => code);

  async function bound(): Promise<BoundPayout> {
    const input = payoutInput();
    const payout = await recordedPayout(maker, input);
    return { ...payout, providerPayoutId: payout.providerPayoutId!, match: faultMatch(input) };
  }

  /** Makes the provider show this payout wrongly, or not at all, until faults are cleared. */
  const show = (fault: Readonly<Record<string, unknown>>, { match }: BoundPayout): Promise<void> =>
    desk.sandbox.setFault({ on: 'readPayout', ...fault, times: null, match });

  const WRONG_AMOUNT = { fault: 'malformedAnswer', variant: 'wrongAmount' };

  async function discrepancyOf({ id }: PayoutView): Promise<DiscrepancyView> {
    const [found] = await listDiscrepancies(operator, { payoutId: id });
    if (!found) throw new Error(`Payout ${id} has no discrepancy`);
    return found;
  }

  /**
   * Returns a payout whose new status was not accepted because its amount or recipient differs, and the discrepancy
   * about that.
   */
  async function disbelieved(
    step: 'complete' | 'fail',
    fault: Readonly<Record<string, unknown>> = WRONG_AMOUNT,
  ): Promise<{ readonly payout: BoundPayout; readonly discrepancy: DiscrepancyView }> {
    const payout = await bound();
    await show(fault, payout);
    await desk.sandbox.movePayout(payout.providerPayoutId, step);
    expect(codes(await refreshPayout(maker, payout.id))).toEqual(['PAYOUT_MISMATCH']);
    expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'CREATED' });
    return { payout, discrepancy: await discrepancyOf(payout) };
  }

  async function balance(): Promise<BalanceView> {
    const found = (await balancesOf(maker, accountId)).find(({ currency }) => currency === 'BRL');
    if (!found) throw new Error('There is no balance in BRL');
    return found;
  }

  const reserved = async (): Promise<number> => Number((await balance()).reserved);

  describe('closing its discrepancy', () => {
    it.each([
      ['amount', WRONG_AMOUNT],
      ['recipient', { fault: 'malformedAnswer', variant: 'wrongRequisites' }],
    ])('COMPLETED counts once a person confirms that a payout with another %s is the same payout', async (_, fault) => {
      const { payout, discrepancy } = await disbelieved('complete', fault);
      expect(discrepancy).toMatchObject({ asksWhetherThisPayout: true, isThisPayout: null });
      const discrepancyId = discrepancy.id;
      expect(codes(await closeDiscrepancy(operator, { discrepancyId, note: NOTE }))).toEqual(['ANSWER_NEEDED']);
      const closing = await closeDiscrepancy(operator, { discrepancyId, note: NOTE, isThisPayout: true });
      expect(closing).toMatchObject({ userErrors: [], discrepancy: { isOpen: false, isThisPayout: true } });
      const ended = await payoutWhen(maker, payout, ({ status }) => status === 'COMPLETED');
      expect(ended).toMatchObject({ problem: null, attempts: [{ state: 'ACCEPTED' }] });
      expect(await discrepancyOf(payout)).toMatchObject({ id: discrepancyId, isOpen: false });
    });

    it("one person's answer alone does not return money to the balance", async () => {
      const { payout, discrepancy } = await disbelieved('fail');
      const before = await reserved();
      await closeDiscrepancy(operator, { discrepancyId: discrepancy.id, note: NOTE, isThisPayout: true });
      const held = await payoutWhen(maker, payout, ({ problem }) => problem?.includes('two people') === true);
      expect(held).toMatchObject({ status: 'CREATED', isFinal: false });
      expect(await reserved()).toBe(before);
      await agree(desk.purser.approver, await settlePayout(operator, { payoutId: payout.id, end: 'NOT_PAID' }));
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'FAILED', problem: null });
      expect(await reserved()).toBe(before - 12.5);
      // The provider reports the same status, so there is nothing to correct.
      await refreshPayout(maker, payout.id);
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'FAILED', problem: null, correctedAt: null });
    });

    it('the binding is removed once a person answers that it is another payout', async () => {
      const { payout, discrepancy } = await disbelieved('complete');
      const discrepancyId = discrepancy.id;
      expect(codes(await closeDiscrepancy(operator, { discrepancyId, note: NOTE, isThisPayout: false }))).toEqual([]);
      expect(await getPayout(maker, payout.id)).toMatchObject({
        status: 'UNCONFIRMED',
        providerPayoutId: null,
        attempts: [{ state: 'UNKNOWN' }],
        evidence: [{}, { kind: 'BINDING_DISPROVED', providerPayoutId: payout.providerPayoutId, reference: NOTE }],
      });
      expect(await discrepancyOf(payout)).toMatchObject({ isThisPayout: false, asksWhetherThisPayout: false });
    });

    it('refuses an answer from the maker of the payout', async () => {
      const { discrepancy } = await disbelieved('complete');
      const own = await closeDiscrepancy(maker, { discrepancyId: discrepancy.id, note: NOTE, isThisPayout: true });
      expect(own).toMatchObject({ discrepancy: { isOpen: true }, userErrors: [{ code: 'SAME_PERSON' }] });
    });

    it('refuses an answer for a discrepancy that asks no question', async () => {
      const payout = await bound();
      await ageAcceptance(desk.database, payout.id);
      await show({ fault: 'notFound' }, payout);
      await refreshPayout(maker, payout.id);
      const { id, kind } = await discrepancyOf(payout);
      expect(kind).toBe('ABSENT');
      const closing = await closeDiscrepancy(operator, { discrepancyId: id, note: NOTE, isThisPayout: true });
      expect(closing.userErrors).toMatchObject([{ code: 'NOT_ASKED', field: ['input', 'isThisPayout'] }]);
    });
  });

  describe('settling by two people', () => {
    it.each([
      ['PAID', 'COMPLETED', 0],
      ['NOT_PAID', 'FAILED', 12.5],
    ] as const)('two people settle a payout missing at the provider as %s', async (end, status, givenBack) => {
      const payout = await bound();
      await ageAcceptance(desk.database, payout.id);
      await show({ fault: 'notFound' }, payout);
      await refreshPayout(maker, payout.id);
      const before = await balance();

      const proposal = await settlePayout(operator, { payoutId: payout.id, end });
      const request = proposed(proposal);
      expect(factsOf(request)).toEqual({
        ...{ action: 'SETTLE', attemptId: payout.attempts[0]!.id, end },
        providerPayoutId: payout.providerPayoutId,
      });
      expect(proposal.payout).toMatchObject({ status: 'CREATED', changeRequest: request });
      expect(codes(await confirmChange(desk.purser.approver, request))).toEqual([]);

      const ended = await getPayout(maker, payout.id);
      expect(ended).toMatchObject({
        ...{ status, isFinal: true, problem: null, changeRequest: null, providerPayoutId: payout.providerPayoutId },
        attempts: [{ state: 'ACCEPTED' }],
      });
      expect(ended.timeline.at(-1)).toMatchObject({ to: status, cause: 'OPERATOR' });
      expect(ended.nextCheckAt).not.toBeNull();
      const after = await balance();
      expect(Number(before.reserved) - Number(after.reserved)).toBe(12.5);
      expect(Number(after.available) - Number(before.available)).toBe(givenBack);
      expect(await discrepancyOf(payout)).toMatchObject({ isOpen: false, note: 'ticket 7' });
      expect(await listPayoutIds(maker, { sets: ['OVERDUE', 'PROBLEM'] })).not.toContain(payout.id);
      await makePollDue(desk.database, payout);
      // The payout is still missing, which changes nothing. The due poll schedules the next one at least an hour ahead.
      const isPlanned = ({ nextCheckAt }: PayoutView): boolean => nextCheckAt === null || isLater(nextCheckAt);
      await payoutWhen(maker, payout, isPlanned);
      expect(await getPayout(maker, payout.id)).toMatchObject({ status, problem: null });
      expect(await discrepancyOf(payout)).toMatchObject({ isOpen: false });
    });

    it('later answers of the provider override what two people settled', async () => {
      const { payout } = await disbelieved('complete');
      await agree(desk.purser.approver, await settlePayout(operator, { payoutId: payout.id, end: 'NOT_PAID' }));
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'FAILED', problem: null });
      await desk.sandbox.clearFaults();
      await refreshPayout(maker, payout.id);
      await confirmSuspicions(desk.database, payout);
      await refreshPayout(maker, payout.id);
      expect(await getPayout(maker, payout.id)).toMatchObject({
        status: 'COMPLETED',
        attempts: [{ state: 'ACCEPTED' }],
      });
      expect((await getPayout(maker, payout.id)).correctedAt).not.toBeNull();
    });

    it('if the read-back before settling is usable, its status applies and the request is outdated', async () => {
      const { payout } = await disbelieved('complete');
      const request = proposed(await settlePayout(operator, { payoutId: payout.id, end: 'NOT_PAID' }));
      await desk.sandbox.clearFaults();
      expect(codes(await confirmChange(desk.purser.approver, request))).toEqual(['OUTDATED']);
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'COMPLETED' });
    });

    it('refuses to settle a payout whose state the provider shows', async () => {
      const payout = await bound();
      const { userErrors, changeRequest } = await settlePayout(operator, { payoutId: payout.id, end: 'PAID' });
      expect(userErrors).toMatchObject([{ code: 'NOTHING_TO_SETTLE', field: ['input', 'payoutId'] }]);
      expect(changeRequest).toBeNull();
    });

    it('refuses to settle a payout if the proposer also confirms', async () => {
      const { payout } = await disbelieved('fail');
      const both = await desk.keyWith(['payouts:read', 'payouts:resolve', 'payouts:approve', 'changes:confirm']);
      const request = proposed(await settlePayout(both, { payoutId: payout.id, end: 'NOT_PAID' }));
      expect(codes(await confirmChange(both, request))).toEqual(['OWN_REQUEST']);
      expect(await getPayout(maker, payout.id)).toMatchObject({ status: 'CREATED' });
    });
  });
});
