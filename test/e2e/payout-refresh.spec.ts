import { randomUUID } from 'node:crypto';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { type BoundPayout, ReadBackPayoutService } from '../../src/payouts/evidence/read-back-payout.service.js';
import { PayoutBindingsService } from '../../src/payouts/evidence/payout-bindings.service.js';
import { PayoutAttemptsRepository } from '../../src/payouts/core/persistence/payout-attempts.repository.js';
import { PayoutsRepository } from '../../src/payouts/core/persistence/payouts.repository.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  bangladeshInput,
  faultMatch,
  getPayout,
  payoutInput,
  type PayoutView,
  recordedPayout,
  refreshPayout,
  unconfirmedPayout,
} from '../support/payouts.js';
import { ageAcceptance } from '../support/payout-ageing.js';

/** Answers that do not show the payout's state, or show another payout. */
const UNUSABLE = [
  ['a lost connection', { fault: 'drop' }, 'PROVIDER_UNAVAILABLE'],
  ['a page of a gateway', { fault: 'serverError', status: 502 }, 'PROVIDER_UNAVAILABLE'],
  ['half an answer', { fault: 'malformedAnswer', variant: 'truncatedJson' }, 'PROVIDER_UNAVAILABLE'],
  ["another payout's answer", { fault: 'malformedAnswer', variant: 'otherId' }, 'PROVIDER_UNAVAILABLE'],
  ['an answer without an id', { fault: 'statusOnly' }, 'PROVIDER_UNAVAILABLE'],
  ['another amount', { fault: 'malformedAnswer', variant: 'wrongAmount' }, 'PAYOUT_MISMATCH'],
] as const;

describe('refreshPayout', () => {
  let desk: Desk;
  let api: GraphqlClient;

  beforeAll(async () => {
    // Polls are an hour apart, so only the tests read payouts back.
    desk = await openDesk({
      PROVIDER_PROFILE_FILE: jsonFile({ payoutCheckDelaysSeconds: [3_600] }),
      PAYOUT_GATE_MAX_UNCONFIRMED: '1000',
    });
    api = desk.purser.api;
  });

  afterAll(async () => {
    await desk.close();
  });

  interface Payout extends PayoutView {
    readonly match: { readonly requisites: string };
  }

  /** Returns a processing payout to Bangladesh, for which no webhooks are sent. */
  async function processingPayout(): Promise<Payout> {
    const input = bangladeshInput();
    const { id, providerPayoutId } = await recordedPayout(api, input);
    await desk.sandbox.movePayout(providerPayoutId!, 'process');
    const { payout, userErrors } = await refreshPayout(api, id);
    expect(userErrors).toEqual([]);
    expect(payout).toMatchObject({ status: 'PROCESSING', providerStatus: 'PENDING', problem: null });
    return { ...payout!, match: faultMatch(input) };
  }

  it('returns the payout as the provider has it now', async () => {
    const { id, providerPayoutId } = await processingPayout();
    await desk.sandbox.movePayout(providerPayoutId!, 'complete');
    const { payout } = await refreshPayout(api, id);
    expect(payout).toMatchObject({ status: 'COMPLETED', isFinal: true, timeline: { length: 5 } });
    expect(payout!.timeline.at(-1)).toEqual({ from: 'PROCESSING', to: 'COMPLETED', cause: 'POLL' });
  });

  it('an outdated answer changes nothing, even if repeated', async () => {
    const { id, match, providerPayoutId } = await processingPayout();
    await desk.sandbox.setFault({ on: 'readPayout', fault: 'unknownStatus', word: 'CREATED', times: 2, match });
    for (const _ of ['once', 'again']) {
      const { payout, userErrors } = await refreshPayout(api, id);
      expect(userErrors).toEqual([]);
      expect(payout).toMatchObject({ status: 'PROCESSING', providerStatus: 'PENDING', problem: null });
    }
    await desk.sandbox.movePayout(providerPayoutId!, 'complete');
    const { payout } = await refreshPayout(api, id);
    expect(payout!.timeline.map(({ to }) => to).slice(2)).toEqual(['CREATED', 'PROCESSING', 'COMPLETED']);
  });

  it.each([
    ['what is there', null],
    ['a 404', 'notFound'],
  ])('an answer with %s changes nothing if the id was unbound in the meantime', async (_, fault) => {
    const { id, match } = await processingPayout();
    const { payouts, attemptRows, unitOfWork, bindings, checks } = {
      payouts: desk.purser.service(PayoutsRepository),
      attemptRows: desk.purser.service(PayoutAttemptsRepository),
      unitOfWork: desk.purser.service(UnitOfWork),
      bindings: desk.purser.service(PayoutBindingsService),
      checks: desk.purser.service(ReadBackPayoutService),
    };
    const asked = (await payouts.findById(id)) as BoundPayout;
    const { attempts } = await getPayout(api, id);
    await unitOfWork.run(async (tx) => {
      const locked = await attemptRows.lockWithPayout(tx, { payoutId: id, attemptId: attempts[0]!.id });
      await bindings.disprove(tx, locked, { providerPayoutId: asked.providerPayoutId, cause: 'WEBHOOK' });
    });
    if (fault !== null) await desk.sandbox.setFault({ on: 'readPayout', fault, times: null, match });
    expect(await checks.readBack(asked, { cause: 'POLL', isDue: true, isUrgent: false })).toEqual({
      kind: 'disproved',
    });
    expect(await getPayout(api, id)).toMatchObject({
      status: 'UNCONFIRMED',
      providerPayoutId: null,
      nextCheckAt: null,
      attempts: [{ state: 'UNKNOWN' }],
    });
    const [row] = await desk.database.query('SELECT absent_since FROM payouts WHERE id = $1', [id]);
    expect(row).toEqual({ absent_since: null });
  });

  it.each(UNUSABLE)('the payout stays unchanged after %s', async (_, fault, code) => {
    const { id, match, timeline } = await processingPayout();
    await desk.sandbox.setFault({ on: 'readPayout', times: null, match, ...fault });
    const { payout, userErrors } = await refreshPayout(api, id);
    expect(userErrors).toMatchObject([{ code, field: ['input', 'payoutId'] }]);
    expect(payout).toMatchObject({ status: 'PROCESSING', timeline });
    await desk.sandbox.clearFaults();
    expect((await refreshPayout(api, id)).payout).toMatchObject({ status: 'PROCESSING', problem: null });
  });

  it('refuses an unknown payout, and a payout that has no provider id', async () => {
    const refusals = async (id: string): Promise<string[]> =>
      (await refreshPayout(api, id)).userErrors.map(({ code }) => code);
    expect(await refusals(randomUUID())).toEqual(['PAYOUT_NOT_FOUND']);
    const unconfirmed = await unconfirmedPayout(desk, { isMade: true, input: payoutInput() });
    expect(await refusals(unconfirmed.id)).toEqual(['PAYOUT_NOT_AT_PROVIDER']);
  });

  it('a payout that the provider no longer has keeps its status and is polled, with an alarm', async () => {
    const { id } = await processingPayout();
    await desk.sandbox.reset();
    const early = await refreshPayout(api, id);
    expect(early.userErrors).toMatchObject([{ code: 'PAYOUT_NOT_AT_PROVIDER', field: ['input', 'payoutId'] }]);
    expect(early.payout).toMatchObject({ status: 'PROCESSING', problem: null });
    expect(Date.parse(early.payout!.nextCheckAt!) - Date.now()).toBeLessThan(6_000);

    await ageAcceptance(desk.database, id);
    const { payout, userErrors } = await refreshPayout(api, id);
    expect(userErrors).toMatchObject([{ code: 'PAYOUT_NOT_AT_PROVIDER', field: ['input', 'payoutId'] }]);
    expect(payout).toMatchObject({ status: 'PROCESSING', isFinal: false });
    expect(payout!.problem).toContain('no longer knows');
    expect(payout!.nextCheckAt).not.toBeNull();
    await eventually('the alarm', () =>
      Promise.resolve(desk.purser.alarms().find(({ alarm, payoutId }) => alarm === 'payout_absent' && payoutId === id)),
    );
  });
});
