import { randomUUID } from 'node:crypto';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { ReconciliationReadsRepository } from '../../src/desk/reconciliation/persistence/reconciliation-reads.sql.js';
import { Ticks } from '../../src/platform/scheduling/ticks.js';
import { APPROVER_API_KEY } from '../support/purser.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  bangladeshInput,
  faultMatch,
  getPayout,
  type PayoutView,
  recordedPayout,
  refreshPayout,
} from '../support/payouts.js';
import {
  breakRecipient,
  closeDiscrepancy,
  type DiscrepancyView,
  forgetOpenLines,
  importStatement,
  insertLeasedRun,
  listDiscrepancies,
  makeLinesDue,
  makeReadsDue,
  makeRunDue,
  newestImport,
  newestRun,
  runReconciliation,
  type RunView,
  statementLineTries,
} from '../support/reconciliation.js';
import { auditEntries } from '../support/audit-log.js';
import { newAccount } from '../support/ledger.js';
import { insertDiscrepancy } from '../support/rows-of-accounts.js';
import {
  ageAcceptance,
  ageCompletion,
  confirmSuspicions,
  makePollDue,
  registerDetached,
} from '../support/payout-ageing.js';
import { settledEvent } from '../support/payout-webhooks-delivery.js';
import { scheduleOf } from '../support/polls.js';

interface BoundPayout extends PayoutView {
  readonly providerPayoutId: string;
  readonly match: { readonly requisites: string };
}

describe('reconciliation', () => {
  let desk: Desk;
  let api: GraphqlClient;
  let operator: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk({
      APPROVER_API_KEY,
      // Polls are an hour apart, so only reconciliation and the tests read payouts back.
      PROVIDER_PROFILE_FILE: jsonFile({ payoutCheckDelaysSeconds: [3_600] }),
    });
    api = desk.purser.api;
    // The maker of a payout may not close its discrepancies, so another key does.
    operator = await desk.keyWith(['reconciliation:read', 'discrepancies:close']);
    await desk.sandbox.changeSettings({ payoutWebhookUrl: `${desk.purser.url}/webhooks/payouts` });
  });

  afterAll(async () => {
    await desk.close();
  });

  /** Returns a payout to Bangladesh, for which no webhooks are sent. */
  async function bound(): Promise<BoundPayout> {
    const input = bangladeshInput();
    const payout = await recordedPayout(api, input);
    return { ...payout, providerPayoutId: payout.providerPayoutId!, match: faultMatch(input) };
  }

  async function completed(): Promise<BoundPayout> {
    const payout = await bound();
    await desk.sandbox.movePayout(payout.providerPayoutId, 'complete');
    expect((await refreshPayout(api, payout.id)).payout).toMatchObject({ status: 'COMPLETED' });
    return payout;
  }

  /** A changed final status counts only if it is read again ten seconds later. This skips the wait. */
  async function tenSecondsPass(): Promise<void> {
    await confirmSuspicions(desk.database);
    await makeReadsDue(desk.database);
    desk.purser.service(Ticks).wake('reconciliation.work');
  }

  /** Waits until a run has finished, skipping the seconds in which the run would wait. */
  function finished(run: RunView): Promise<RunView> {
    return eventually('the run is over', async () => {
      const now = await newestRun(api);
      expect(now.id).toBe(run.id);
      if (now.status === 'DONE') return now;
      await tenSecondsPass();
      return null;
    });
  }

  async function discrepanciesOf(
    about: Readonly<Partial<Record<'payoutId' | 'providerPayoutId', string | undefined>>>,
  ) {
    return listDiscrepancies(api, about);
  }

  async function onlyOne(about: Parameters<typeof discrepanciesOf>[0]): Promise<DiscrepancyView> {
    const [one, ...others] = await discrepanciesOf(about);
    expect(others).toEqual([]);
    if (!one) throw new Error('There is no discrepancy');
    return one;
  }

  const schedule = ({ id }: PayoutView) => scheduleOf(desk.database, 'payouts', id);

  describe('runs', () => {
    it('a run finds a failed payout paid', async () => {
      const payout = await bound();
      await desk.sandbox.movePayout(payout.providerPayoutId, 'fail');
      expect((await refreshPayout(api, payout.id)).payout).toMatchObject({ status: 'FAILED' });
      const paid = { on: 'readPayout', fault: 'unknownStatus', word: 'COMPLETED', times: null, match: payout.match };
      await desk.sandbox.setFault(paid);
      const { run } = await runReconciliation(api);
      expect(await finished(run!)).toMatchObject({ changed: 1, discrepancies: 1, errors: 0 });
      expect((await getPayout(api, payout.id)).timeline.at(-1)).toMatchObject({ from: 'FAILED', to: 'COMPLETED' });
    });

    it('a run finds corrections without webhooks and shows its progress, and later requests return the same run', async () => {
      const [corrected, untouched] = [await completed(), await completed()];
      const planned = await schedule(untouched);
      await desk.sandbox.movePayout(corrected.providerPayoutId, 'fail');
      const asked = await Promise.all([runReconciliation(api), runReconciliation(api)]);
      expect(asked.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
      expect(asked[0].run!.id).toBe(asked[1].run!.id);
      expect(asked[0].run).toMatchObject({ trigger: 'REQUEST', status: 'RUNNING', finishedAt: null });

      const run = await finished(asked[0].run!);
      expect(run).toMatchObject({ changed: 1, discrepancies: 1, errors: 0 });
      expect(run.checked).toBe(run.payouts);
      expect(run.checked).toBeGreaterThanOrEqual(2);
      expect(run.durationSeconds).not.toBeNull();
      const payout = await getPayout(api, corrected.id);
      expect(payout).toMatchObject({ status: 'FAILED', correctedAt: expect.any(String) as string });
      expect(payout.timeline.at(-1)).toMatchObject({ from: 'COMPLETED', to: 'FAILED', cause: 'RECONCILIATION' });
      expect(await onlyOne({ payoutId: corrected.id })).toMatchObject({
        kind: 'CORRECTED',
        isOpen: true,
        providerPayoutId: corrected.providerPayoutId,
        ours: expect.arrayContaining([{ name: 'status', value: 'COMPLETED' }]) as object,
        theirs: expect.arrayContaining([{ name: 'status', value: 'FAILED' }]) as object,
      });
      expect(desk.purser.alarms()).toContainEqual(
        expect.objectContaining({ alarm: 'discrepancy_opened', kind: 'CORRECTED', payoutId: corrected.id }),
      );
      // Reads by a run do not use up the scheduled verifications of a completed payout.
      expect(await schedule(untouched)).toEqual(planned);
      expect(await discrepanciesOf({ payoutId: untouched.id })).toEqual([]);
    });

    it('a run moves payouts whose change went unnoticed', async () => {
      const payout = await bound();
      await desk.sandbox.movePayout(payout.providerPayoutId, 'process');
      const run = await finished((await runReconciliation(api)).run!);
      expect(run).toMatchObject({ changed: 1, discrepancies: 0 });
      expect(await getPayout(api, payout.id)).toMatchObject({ status: 'PROCESSING' });
      expect(await discrepanciesOf({ payoutId: payout.id })).toEqual([]);
    });

    it('a run retries failed reads', async () => {
      const payout = await bound();
      await desk.sandbox.movePayout(payout.providerPayoutId, 'complete');
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'tooManyRequests', times: 3, match: payout.match });
      const run = await finished((await runReconciliation(api)).run!);
      expect(run).toMatchObject({ changed: 1, errors: 0 });
      expect(run.checked).toBe(run.payouts);
      expect(await getPayout(api, payout.id)).toMatchObject({ status: 'COMPLETED' });
    });

    it('a run finishes despite a payout that cannot be compared, and the next run can start', async () => {
      const broken = await completed();
      const other = await bound();
      await desk.sandbox.movePayout(other.providerPayoutId, 'process');
      // Comparing the recipient fails, because it cannot be parsed.
      const mend = await breakRecipient(desk.database, broken.id);
      const { run } = await runReconciliation(api);
      const over = await finished(run!);
      expect(over).toMatchObject({ errors: 1, checked: over.payouts - 1, changed: 1 });
      expect(await getPayout(api, other.id)).toMatchObject({ status: 'PROCESSING' });
      const told = desk.purser.logLines.filter((line) => line.includes('payout_not_read_back'));
      // Skipping time also ends the leases of reads in progress, so a payout may be read more often.
      expect(told.length).toBeGreaterThanOrEqual(11);
      for (const line of told) expect(line).toContain(broken.id);

      await mend();
      const next = await runReconciliation(api);
      expect(next.isNew).toBe(true);
      expect(await finished(next.run!)).toMatchObject({ errors: 0 });
    });

    it('a run starts by itself when it is due', async () => {
      await makeRunDue(desk.database);
      const run = await eventually('a scheduled run', async () => {
        const newest = await newestRun(api);
        return newest.trigger === 'SCHEDULE' && newest.status === 'DONE' ? newest : null;
      });
      expect(run).toMatchObject({ requestedBy: null, errors: 0 });
    });

    it('a payout that two workers read because a lease expired counts once', async () => {
      const [one, other] = [await completed(), await completed()];
      const runId = randomUUID();
      await insertLeasedRun(desk.database, runId, [one.id, other.id]);
      const { reads, unitOfWork } = {
        reads: desk.purser.service(ReconciliationReadsRepository),
        unitOfWork: desk.purser.service(UnitOfWork),
      };
      const record = ({ id }: PayoutView): Promise<void> =>
        unitOfWork.run((tx) => reads.record(tx, runId, { checkedIds: [id], errorIds: [], again: [] }));
      await Promise.all([record(one), record(one)]);
      expect(await newestRun(api)).toMatchObject({ id: runId, status: 'RUNNING', checked: 1, finishedAt: null });
      await record(other);
      expect(await newestRun(api)).toMatchObject({ id: runId, status: 'DONE', checked: 2, errors: 0 });
    });

    it('refuses a run for an unknown account', async () => {
      expect(await runReconciliation(api, { accountId: randomUUID() })).toMatchObject({
        run: null,
        userErrors: [{ code: 'ACCOUNT_NOT_FOUND', field: ['input', 'accountId'] }],
      });
    });
  });

  describe('read-backs', () => {
    it('a correction counts when it is read again after ten seconds, and not before', async () => {
      const payout = await completed();
      await desk.sandbox.movePayout(payout.providerPayoutId, 'fail');
      for (const _ of [1, 2, 3]) {
        expect((await refreshPayout(api, payout.id)).payout).toMatchObject({ status: 'COMPLETED' });
      }
      await tenSecondsPass();
      expect((await refreshPayout(api, payout.id)).payout).toMatchObject({ status: 'FAILED' });
      expect(await onlyOne({ payoutId: payout.id })).toMatchObject({ kind: 'CORRECTED' });
    });

    it('a correction read before the first suspicion does not confirm it, even if recorded later', async () => {
      const payout = await completed();
      await desk.sandbox.movePayout(payout.providerPayoutId, 'fail');
      const reads = async (): Promise<number> =>
        (await desk.sandbox.countRequests())['GET /v1/payouts/{payoutId}'] ?? 0;
      const before = await reads();
      const slow = { on: 'readPayout', fault: 'answerSlowly', delayMs: 800, match: payout.match };
      await desk.sandbox.setFault(slow);
      const early = refreshPayout(api, payout.id);
      await eventually('the slow read is under way', async () => ((await reads()) > before ? true : null));
      expect((await refreshPayout(api, payout.id)).payout).toMatchObject({ status: 'COMPLETED' });
      await tenSecondsPass();
      expect((await early).payout).toMatchObject({ status: 'COMPLETED' });
      expect((await refreshPayout(api, payout.id)).payout).toMatchObject({ status: 'FAILED' });
    });

    it('manual reads do not use up the scheduled ones', async () => {
      const payout = await completed();
      const planned = await schedule(payout);
      for (const _ of [1, 2, 3]) await refreshPayout(api, payout.id);
      expect(await schedule(payout)).toEqual(planned);
      await makePollDue(desk.database, payout);
      await eventually('the check that is due', async () => {
        const row = await schedule(payout);
        return row.checks_made === 1 ? row : null;
      });
    });

    it('a status that goes back twice is reported, but does not change the payout', async () => {
      const payout = await bound();
      await desk.sandbox.movePayout(payout.providerPayoutId, 'process');
      await refreshPayout(api, payout.id);
      await desk.sandbox.setFault({
        on: 'readPayout',
        fault: 'unknownStatus',
        word: 'CREATED',
        times: 2,
        match: payout.match,
      });
      expect((await refreshPayout(api, payout.id)).payout).toMatchObject({ status: 'PROCESSING' });
      expect(await discrepanciesOf({ payoutId: payout.id })).toEqual([]);
      await tenSecondsPass();
      expect((await refreshPayout(api, payout.id)).payout).toMatchObject({ status: 'PROCESSING' });
      expect(await onlyOne({ payoutId: payout.id })).toMatchObject({ kind: 'STATUS_REGRESSION' });
    });

    it('a difference opens one discrepancy, and another only when the facts differ', async () => {
      const payout = await completed();
      await desk.sandbox.setFault({
        on: 'readPayout',
        fault: 'malformedAnswer',
        variant: 'wrongAmount',
        times: 4,
        match: payout.match,
      });
      await refreshPayout(api, payout.id);
      await refreshPayout(api, payout.id);
      const open = await onlyOne({ payoutId: payout.id });
      expect(open).toMatchObject({ kind: 'AMOUNT', isOpen: true, timesSeen: 2, note: null });
      expect(open.ours).toContainEqual({ name: 'amount', value: '800.00' });

      const { id } = open;
      const closing = await closeDiscrepancy(operator, {
        ...{ discrepancyId: id, note: 'Their display was wrong, ticket 7.', isThisPayout: true },
      });
      expect(closing).toMatchObject({
        discrepancy: {
          isOpen: false,
          note: 'Their display was wrong, ticket 7.',
          closedBy: { id: expect.any(String) as string },
        },
        userErrors: [],
      });
      // A person explained this answer, so it applies from now on and the payout is polled immediately.
      await eventually('the poll has seen it', async () =>
        (await onlyOne({ payoutId: payout.id })).timesSeen === 3 ? true : null,
      );
      expect(await onlyOne({ payoutId: payout.id })).toMatchObject({ id, isOpen: false });
      // A statement with the same amount, written differently, counts as the same difference. So does the read-back
      // after it.
      await importStatement(api, `payout_id,amount,currency\n${payout.providerPayoutId},801.00,BDT`);
      await eventually('the statement is followed', async () =>
        (await newestImport(api)).pending === 0 ? true : null,
      );
      expect(await onlyOne({ payoutId: payout.id })).toMatchObject({ id, isOpen: false, timesSeen: 5 });
      expect(alarmsOf(payout)).toEqual(['discrepancy_opened', 'payout_mismatch']);
      await importStatement(api, `payout_id,amount\n${payout.providerPayoutId},1.00`);
      expect(await discrepanciesOf({ payoutId: payout.id })).toMatchObject([
        { kind: 'AMOUNT', isOpen: true, timesSeen: 1 },
        { id, isOpen: false },
      ]);
      const [audited] = await auditEntries(desk.purser.admin, { subjectId: id });
      expect(audited).toMatchObject({
        action: 'discrepancy.closed',
        subjectType: 'DISCREPANCY',
        reason: 'Their display was wrong, ticket 7.',
      });
    });

    it('a second correction to the same final status opens another discrepancy', async () => {
      const payout = await completed();
      const readTwice = async (): Promise<DiscrepancyView> => {
        await refreshPayout(api, payout.id);
        await tenSecondsPass();
        await refreshPayout(api, payout.id);
        const [newest] = await discrepanciesOf({ payoutId: payout.id });
        return newest!;
      };
      await desk.sandbox.movePayout(payout.providerPayoutId, 'fail');
      const first = await readTwice();
      await closeDiscrepancy(operator, { discrepancyId: first.id, note: 'The bank took it back.' });
      const paid = { on: 'readPayout', fault: 'unknownStatus', word: 'COMPLETED', times: 2, match: payout.match };
      await desk.sandbox.setFault(paid);
      const second = await readTwice();
      await closeDiscrepancy(operator, { discrepancyId: second.id, note: 'It was paid after all.' });
      const third = await readTwice();
      expect(await getPayout(api, payout.id)).toMatchObject({ status: 'FAILED' });
      expect(third).toMatchObject({ kind: 'CORRECTED', isOpen: true, timesSeen: 1, theirs: first.theirs });
      expect(await discrepanciesOf({ payoutId: payout.id })).toMatchObject([
        { id: third.id },
        { id: second.id, isOpen: false },
        { id: first.id, isOpen: false },
      ]);
    });

    it("another recipient is reported without revealing either recipient's data", async () => {
      const payout = await completed();
      await desk.sandbox.setFault({
        on: 'readPayout',
        fault: 'malformedAnswer',
        variant: 'wrongRequisites',
        match: payout.match,
      });
      const { userErrors } = await refreshPayout(api, payout.id);
      expect(userErrors).toMatchObject([{ code: 'PAYOUT_MISMATCH' }]);
      expect((await getPayout(api, payout.id)).problem).toContain('another recipient');
      const found = await onlyOne({ payoutId: payout.id });
      expect(found).toMatchObject({ kind: 'RECIPIENT', theirs: [{ name: 'requisites', value: 'another' }] });
      expect(JSON.stringify(found)).not.toContain('of-another-one');
      // The next read-back shows the right recipient, but the discrepancy stays open until a person closes it.
      expect((await refreshPayout(api, payout.id)).payout).toMatchObject({ problem: null });
      expect(await onlyOne({ payoutId: payout.id })).toMatchObject({ isOpen: true, timesSeen: 1 });
    });

    it.each([
      ['', 'NOTE_INVALID', 'note'],
      [' space ', 'NOTE_INVALID', 'note'],
      ['x'.repeat(1_001), 'NOTE_INVALID', 'note'],
      ['paid with 4111 1111 1111 1111', 'NOTE_INVALID', 'note'],
    ])('refuses to close with the note %j', async (note, code, field) => {
      const [{ id } = { id: '' }] = await listDiscrepancies(api, { isOpen: true });
      const { userErrors, discrepancy } = await closeDiscrepancy(api, { discrepancyId: id, note });
      expect(userErrors).toMatchObject([{ code, field: ['input', field] }]);
      expect(discrepancy).toMatchObject({ isOpen: true });
    });

    it('refuses to close a discrepancy that is closed or unknown', async () => {
      const [{ id } = { id: '' }] = await listDiscrepancies(api, { isOpen: false });
      for (const [discrepancyId, code] of [
        [id, 'ALREADY_CLOSED'],
        [randomUUID(), 'DISCREPANCY_NOT_FOUND'],
      ] as const) {
        const { userErrors } = await closeDiscrepancy(api, { discrepancyId, note: 'Again.' });
        expect(userErrors).toMatchObject([{ code, field: ['input', 'discrepancyId'] }]);
      }
    });
  });

  describe('unknown payouts', () => {
    it("a webhook at the merchant's address reports an unknown payout after a read-back", async () => {
      const [providerPayoutId] = await desk.sandbox.enterPayouts({ payouts: [{ amount: '77.00' }], announce: true });
      const found = await eventually('the discrepancy', async () => (await discrepanciesOf({ providerPayoutId }))[0]);
      expect(found).toMatchObject({ kind: 'UNKNOWN_PAYOUT', payoutId: null, isOpen: true, ours: [] });
      expect(found.theirs).toContainEqual({ name: 'amount', value: '77.00' });
      const forged = randomUUID();
      await deliver({ id: forged, status: 'COMPLETED' });
      await desk.sandbox.isIdle();
      expect(await discrepanciesOf({ providerPayoutId: forged })).toEqual([]);
    });

    it('a statement reports an unknown payout, and nothing about payouts that match', async () => {
      const ours = await completed();
      const [theirs] = await desk.sandbox.enterPayouts({ payouts: [{ amount: '5.00' }] });
      const missing = randomUUID();
      const csv = [
        'note,payout_id,amount,currency,status',
        `=cmd|' /C calc'!A0,${ours.providerPayoutId},800.00,BDT,COMPLETED`,
        `,${theirs},5.00,BRL,COMPLETED`,
        `,${missing},6.00,BRL,COMPLETED`,
      ].join('\n');
      const { statement, userErrors } = await importStatement(api, csv);
      expect(userErrors).toEqual([]);
      expect(statement).toMatchObject({ lines: 3, matching: 1, differing: 0, unknown: 2 });
      const done = await eventually('the statement is followed', async () => {
        const newest = await newestImport(api);
        return newest.pending === 0 ? newest : null;
      });
      expect(done).toMatchObject({ id: statement!.id, unknownPayouts: 1, absent: 1, givenUp: 0 });
      expect(await onlyOne({ providerPayoutId: theirs })).toMatchObject({ kind: 'UNKNOWN_PAYOUT' });
      expect(await discrepanciesOf({ providerPayoutId: missing })).toEqual([]);
      expect(await discrepanciesOf({ payoutId: ours.id })).toEqual([]);
    });

    it('a completed payout missing in its statement is read back and reported', async () => {
      const hours = (ago: number): string => new Date(Date.now() - ago * 3_600_000).toISOString();
      const period = { from: hours(150), to: hours(100) };
      const [listed, lacking] = [await completed(), await completed()];
      const [corrected, atEnd] = [await completed(), await completed()];
      for (const { id } of [listed, lacking, corrected]) await ageCompletion(desk.database, id, '120 hours');
      await ageCompletion(desk.database, atEnd.id, '100 hours 30 minutes');
      await desk.sandbox.movePayout(corrected.providerPayoutId, 'cancel');
      const csv = `payout_id\n${listed.providerPayoutId}`;
      for (const { from, to } of [
        { from: period.to, to: period.from },
        { from: hours(101), to: hours(100) },
      ]) {
        const { userErrors } = await importStatement(api, csv, { from, to });
        expect(userErrors).toMatchObject([{ code: 'PERIOD_INVALID', field: ['input', 'period'] }]);
      }
      const { statement, userErrors } = await importStatement(api, csv, period);
      expect(userErrors).toEqual([]);
      expect(statement).toMatchObject({ lines: 1, matching: 1, lacking: 2, pending: 2 });
      await eventually('the payouts are read', async () => {
        const { pending } = await newestImport(api);
        return pending === 1 ? true : null;
      });
      await tenSecondsPass();
      await makeLinesDue(desk.database);
      await eventually('the statement is followed', async () => {
        const { pending } = await newestImport(api);
        return pending === 0 ? true : null;
      });
      expect(await newestImport(api)).toMatchObject({ notInStatement: 1, unknownPayouts: 0, absent: 0, givenUp: 0 });
      const found = await onlyOne({ payoutId: lacking.id });
      expect(found).toMatchObject({ kind: 'NOT_IN_STATEMENT', isOpen: true, theirs: [] });
      expect(await onlyOne({ payoutId: corrected.id })).toMatchObject({ kind: 'CORRECTED' });
      for (const { id } of [listed, atEnd]) expect(await discrepanciesOf({ payoutId: id })).toEqual([]);
      // After a person closed the discrepancy, the same difference in the next statement does not open another.
      await closeDiscrepancy(operator, { discrepancyId: found.id, note: 'Their statement was incomplete.' });
      await importStatement(api, csv, period);
      await eventually('it is seen again', async () => {
        const { timesSeen, isOpen } = await onlyOne({ payoutId: lacking.id });
        return timesSeen === 2 && !isOpen ? true : null;
      });
    });

    it('a payout in a detached partition is recognised in a statement and in a webhook', async () => {
      const [told, listed] = await desk.sandbox.enterPayouts({ payouts: [{ amount: '3.00' }, { amount: '4.00' }] });
      for (const id of [told!, listed!]) await registerDetached(desk.database, id);
      const webhook = { id: told, status: 'COMPLETED' };
      await deliver(webhook);
      expect(await settledEvent(desk, JSON.stringify(webhook))).toMatchObject({ state: 'PROCESSED' });
      await importStatement(api, `payout_id,amount,currency,status\n${listed},4.00,BRL,COMPLETED`);
      const done = await eventually('the statement is followed', async () => {
        const newest = await newestImport(api);
        return newest.pending === 0 ? newest : null;
      });
      expect(done).toMatchObject({ lines: 1, unknownPayouts: 0, absent: 0 });
      for (const id of [told!, listed!]) expect(await discrepanciesOf({ providerPayoutId: id })).toEqual([]);
    });

    it('a statement line whose payout cannot be read for hours is given up with an alarm', async () => {
      const account = { name: 'Somebody else', requisites: `${randomUUID()}@example.com`, userId: 'none' };
      const [theirs] = await desk.sandbox.enterPayouts({ payouts: [{ account }] });
      const { requisites } = account;
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'tooManyRequests', times: null, match: { requisites } });
      await importStatement(api, `payout_id\n${theirs}`);
      const tries = (): Promise<number> => statementLineTries(desk.database, theirs!);
      await eventually('the first try', async () => ((await tries()) === 1 ? true : null));
      await makeLinesDue(desk.database, { providerPayoutId: theirs!, tries: 23 });
      await eventually('the last try but one', async () => ((await tries()) === 24 ? true : null));
      const isAlarm = ({ alarm }: { alarm: string }): boolean => alarm === 'statement_line_given_up';
      expect(desk.purser.alarms().filter(isAlarm)).toEqual([]);
      expect(await newestImport(api)).toMatchObject({ pending: 1, givenUp: 0 });
      await makeLinesDue(desk.database, { providerPayoutId: theirs! });
      await eventually('the alarm', () => Promise.resolve(desk.purser.alarms().find(isAlarm)));
      expect(desk.purser.alarms().filter(isAlarm)).toMatchObject([{ providerPayoutId: theirs }]);
      expect(await newestImport(api)).toMatchObject({ pending: 0, givenUp: 1 });
      await desk.sandbox.clearFaults();
    });

    it("the sandbox's statement is accepted as downloaded, and differing payouts are read back", async () => {
      const payout = await completed();
      await desk.sandbox.movePayout(payout.providerPayoutId, 'cancel');
      const statement = await (await fetch(`${desk.sandbox.url}/control/statement`)).text();
      const { userErrors } = await importStatement(api, statement);
      expect(userErrors).toEqual([]);
      await eventually('the payout is suspected', async () => {
        const { problem } = await getPayout(api, payout.id);
        return problem;
      });
      await tenSecondsPass();
      await makeLinesDue(desk.database);
      await eventually('the correction', async () => {
        const { status } = await getPayout(api, payout.id);
        return status === 'CANCELED' ? status : null;
      });
    });

    it('an unreadable statement is refused with the line and column, but without its content', async () => {
      const { statement, userErrors } = await importStatement(api, 'payout_id,amount\nhello,12\n,x1');
      expect(statement).toBeNull();
      expect(userErrors).toEqual([
        { code: 'STATEMENT_INVALID', field: ['input', 'csv'], message: 'Line 2, column payout_id: must be a UUID.' },
        { code: 'STATEMENT_INVALID', field: ['input', 'csv'], message: 'Line 3, column payout_id: must not be empty.' },
        {
          code: 'STATEMENT_INVALID',
          field: ['input', 'csv'],
          message: 'Line 3, column amount: must be an amount such as 1050.00 or 1.050,00, without sign and currency.',
        },
      ]);
    });

    it('a statement of two thousand payouts fits into one request', async () => {
      const lines = Array.from({ length: 2_000 }, () => `${randomUUID()},1.00`);
      const { statement } = await importStatement(api, ['payout_id,amount', ...lines].join('\n'));
      expect(statement).toMatchObject({ lines: 2_000, unknown: 2_000 });
      // Forgets the lines, so that nobody waits for two thousand reads.
      await forgetOpenLines(desk.database);
    });
  });

  it('discrepancies are filtered by the time when they were opened', async () => {
    const accountId = await newAccount(desk);
    for (let count = 0; count < 3; count += 1) await insertDiscrepancy(desk.database, accountId);
    const opened = async (filter: object): Promise<readonly { readonly id: string; readonly openedAt: string }[]> => {
      const data = await api.request<{ discrepancies: { nodes: { id: string; openedAt: string }[] } }>(
        'query ($filter: DiscrepancyFilter) { discrepancies(filter: $filter) { nodes { id openedAt } } }',
        { filter: { accountId, ...filter } },
      );
      return data.discrepancies.nodes;
    };
    const all = await opened({});
    expect(all).toHaveLength(3);
    const { openedAt } = all[1]!;
    expect(await opened({ openedFrom: openedAt })).toEqual(all.filter((one) => one.openedAt >= openedAt));
    expect(await opened({ openedTo: openedAt })).toEqual(all.filter((one) => one.openedAt < openedAt));
  });

  it('reading, starting runs and closing discrepancies each require their own scope', async () => {
    const reader = await desk.keyWith(['reconciliation:read']);
    expect((await newestRun(reader)).id).toEqual(expect.any(String));
    const nobody = await desk.keyWith(['payouts:read']);
    for (const [client, operation] of [
      [nobody, '{ discrepancies { totalCount } }'],
      [nobody, '{ reconciliationRuns { totalCount } }'],
      [nobody, '{ statementImports { totalCount } }'],
      [reader, 'mutation { runReconciliation(input: {}) { run { id } } }'],
      [reader, 'mutation { importStatement(input: { csv: "x" }) { userErrors { code } } }'],
      [
        reader,
        `mutation { closeDiscrepancy(input: { discrepancyId: "${randomUUID()}", note: "x" }) { userErrors { code } } }`,
      ],
    ] as const) {
      expect((await client.send(operation)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
  });

  /** Returns the alarms about a payout, oldest first. */
  const alarmsOf = ({ id }: PayoutView): string[] =>
    desk.purser.alarms().flatMap(({ alarm, payoutId }) => (payoutId === id ? alarm : []));

  // Runs last, because it resets the provider.
  it('a payout that the provider no longer has is reported', async () => {
    const payout = await completed();
    await desk.sandbox.reset();
    await ageAcceptance(desk.database, payout.id);
    for (const timesSeen of [1, 2]) {
      await refreshPayout(api, payout.id);
      expect(await onlyOne({ payoutId: payout.id })).toMatchObject({ kind: 'ABSENT', theirs: [], timesSeen });
    }
    const { id } = await onlyOne({ payoutId: payout.id });
    await closeDiscrepancy(operator, { discrepancyId: id, note: 'It was made in another environment.' });
    await refreshPayout(api, payout.id);
    expect(await onlyOne({ payoutId: payout.id })).toMatchObject({ isOpen: false, timesSeen: 3 });
    expect(alarmsOf(payout)).toEqual(['discrepancy_opened', 'payout_absent']);
  });

  async function deliver(body: object): Promise<void> {
    const response = await fetch(`${desk.purser.url}/webhooks/payouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  }
});
