import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { whenWaiting, whileGateHeld } from '../support/locks.js';
import {
  bookedPayout,
  faultMatch,
  getPayout,
  getPayoutGate,
  openPayoutGate,
  payoutInput,
  payoutWhen,
  recordedPayout,
  setPayoutGate,
  unconfirmedPayout,
  withdrawPayout,
} from '../support/payouts.js';
import { IMPATIENT } from '../support/settings.js';
import { makeSendingDue } from '../support/payout-ageing.js';
import { addLiveAttempt } from '../support/payouts-as-left.js';
import { ownKeyId } from '../support/api-keys.js';

describe('the payout gate', () => {
  let desk: Desk;
  let api: GraphqlClient;
  let keyId: string;
  let approverId: string;

  beforeAll(async () => {
    desk = await openDesk({ ...IMPATIENT, PROVIDER_PROFILE_FILE: jsonFile({ payoutCheckDelaysSeconds: [1] }) });
    api = desk.purser.api;
    keyId = await ownKeyId(api);
    approverId = await ownKeyId(desk.purser.approver);
  });

  beforeEach(async () => {
    await openPayoutGate(desk.purser, 'A new day.');
    // A successful call between the faults; five faults in a row would open the circuit breaker.
    await recordedPayout(api);
  });

  afterAll(async () => {
    await desk.close();
  });

  const countAlarms = (): number => desk.purser.alarms().filter(({ alarm }) => alarm === 'payout_gate_shut').length;

  it('shuts by itself at the third unconfirmed payout within ten minutes, with an alarm', async () => {
    const before = countAlarms();
    for (const made of [true, false]) await unconfirmedPayout(desk, { isMade: made });
    expect(await getPayoutGate(api)).toEqual({ isOpen: true, reason: 'A new day.', changedBy: { id: approverId } });
    await unconfirmedPayout(desk, { isMade: true });
    const reason = '3 payouts of the last ten minutes are unconfirmed.';
    expect(await getPayoutGate(api)).toEqual({ isOpen: false, reason, changedBy: null });
    await eventually('the alarm', () => Promise.resolve(countAlarms() === before + 1 ? true : null));

    const waiting = await recordedPayout(api);
    expect(waiting).toMatchObject({ status: 'APPROVED', isFinal: false, attempts: [], problem: null });
    await openPayoutGate(desk.purser, 'They are on the list.');
    // Payouts that were unconfirmed when a person opened the gate do not count again.
    await unconfirmedPayout(desk, { isMade: false });
    expect(await getPayoutGate(api)).toMatchObject({ isOpen: true, reason: 'They are on the list.' });
    await payoutWhen(api, waiting, ({ status }) => status === 'CREATED');
  });

  it('shuts when three payouts become unconfirmed at the same time', async () => {
    const inputs = [payoutInput(), payoutInput(), payoutInput()];
    for (const input of inputs) {
      await desk.sandbox.setFault({ on: 'createPayout', fault: 'hangAfterAccepting', match: faultMatch(input) });
    }
    await Promise.all(inputs.map((input) => recordedPayout(api, input)));
    expect(await getPayoutGate(api)).toMatchObject({ isOpen: false, changedBy: null });
  });

  it('a shut gate blocks only sending, and payouts are sent once it is open again', async () => {
    const input = payoutInput();
    await desk.sandbox.setFault({ on: 'payoutWebhook', fault: 'lose', times: null, match: faultMatch(input) });
    const polled = await recordedPayout(api, input);
    const unknown = await unconfirmedPayout(desk, { isMade: true });
    await setPayoutGate(api, { isOpen: false, reason: 'The bank called.' });

    const waiting = payoutInput();
    const { requisites } = faultMatch(waiting);
    const { id } = await recordedPayout(api, waiting);
    await desk.sandbox.movePayout((await bookedPayout(desk.sandbox, unknown)).id, 'process');
    await payoutWhen(api, unknown, ({ status }) => status === 'PROCESSING');
    // The tick runs every second. Two polls a second apart prove that a sending tick ran between them.
    for (const [step, wanted] of [
      ['process', 'PROCESSING'],
      ['complete', 'COMPLETED'],
    ] as const) {
      await desk.sandbox.movePayout(polled.providerPayoutId!, step);
      await payoutWhen(api, polled, ({ status }) => status === wanted);
    }
    expect((await getPayout(api, polled.id)).timeline.slice(-2)).toMatchObject([{ cause: 'POLL' }, { cause: 'POLL' }]);
    expect(await getPayout(api, id)).toMatchObject({ status: 'APPROVED', attempts: [] });
    const sentTo = (await desk.sandbox.payouts()).map(({ account }) => account.requisites);
    expect(sentTo).not.toContain(requisites);

    await openPayoutGate(desk.purser, 'It was about something else.');
    const sent = await payoutWhen(api, { id }, ({ status }) => status === 'CREATED');
    expect(sent.attempts).toHaveLength(1);
    await bookedPayout(desk.sandbox, sent);
  });

  it('a person can shut the gate even while claims hold its lock for long', async () => {
    const { shutting, late } = await whileGateHeld(desk.database, async () => {
      const shutting = setPayoutGate(api, { isOpen: false, reason: 'The bank called.' });
      await whenWaiting(desk.database, 1);
      // The claim for this payout waits behind the shutting person, and is postponed when its lock times out.
      return { late: await recordedPayout(api), shutting };
    });
    expect(late).toMatchObject({ status: 'APPROVED', attempts: [] });
    expect(await shutting).toMatchObject({ changeRequest: null, gate: { isOpen: false, reason: 'The bank called.' } });
    await withdrawPayout(api, late.id);
  });

  it('a gate that a person shut keeps its reason and person when another payout becomes unconfirmed', async () => {
    const input = payoutInput();
    const { requisites } = faultMatch(input);
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'hangAfterAccepting', match: { requisites } });
    for (const isMade of [false, true]) await unconfirmedPayout(desk, { isMade });
    const third = recordedPayout(api, input);
    await eventually('the third is on its way', async () =>
      (await desk.sandbox.payouts()).find(({ account }) => account.requisites === requisites),
    );
    const reason = 'Nobody is in the office.';
    const shut = { isOpen: false, reason, changedBy: { id: keyId } };
    expect(await setPayoutGate(api, { isOpen: false, reason })).toEqual({
      gate: shut,
      changeRequest: null,
      userErrors: [],
    });
    expect((await third).status).toBe('UNCONFIRMED');
    expect(await getPayoutGate(api)).toEqual(shut);
  });

  it('a payout that the database rejects is postponed with an alarm, and the others are sent', async () => {
    await setPayoutGate(api, { isOpen: false, reason: 'So that they wait.' });
    const [refused, ...others] = [await recordedPayout(api), await recordedPayout(api), await recordedPayout(api)];
    // An approved payout with an attempt that may have been paid. Purser itself never creates such a row.
    await addLiveAttempt(desk.database, refused.id);
    await makeSendingDue(desk.database);
    await openPayoutGate(desk.purser, 'So that they go.');
    for (const other of others) await payoutWhen(api, other, ({ status }) => status === 'CREATED');
    const { status, problem, attempts } = await payoutWhen(api, refused, (seen) => seen.problem !== null);
    expect({ status, problem, attempts: attempts.length }).toEqual({
      status: 'APPROVED',
      problem: 'It cannot be sent (uq_payout_attempts_one_live).',
      attempts: 1,
    });
    const raised = desk.purser.alarms().filter(({ alarm }) => alarm === 'payout_claim_refused');
    expect(raised).toMatchObject([{ payoutId: refused.id, refusal: 'uq_payout_attempts_one_live' }]);
    await withdrawPayout(api, refused.id);
  });

  it.each([
    ['nothing', ''],
    ['a blank', ' '],
    ['a space at its end', 'The bank called. '],
    ['a line break', 'The bank\ncalled.'],
    ['a mark that turns the text around', 'The bank \u202ecalled.'],
    ['a NUL', 'The bank\u0000'],
    ['501 characters', 'x'.repeat(501)],
    ['a card number', 'It paid 4111 1111 1111 1111 twice.'],
  ])('refuses %s as a reason', async (_, reason) => {
    const before = await getPayoutGate(api);
    const { gate, userErrors } = await setPayoutGate(api, { isOpen: false, reason });
    expect(userErrors).toMatchObject([{ code: 'REASON_INVALID', field: ['input', 'reason'] }]);
    expect(gate).toEqual(before);
    expect(await getPayoutGate(api)).toEqual(before);
  });

  it('only callers with the scope payouts:gate can shut the gate, and callers who see payouts see the gate', async () => {
    const [reader, guard] = [await desk.keyWith(['payouts:read']), await desk.keyWith(['payouts:gate'])];
    expect(await getPayoutGate(reader)).toMatchObject({ isOpen: true });
    await expect(setPayoutGate(reader, { isOpen: false, reason: 'Not mine.' })).rejects.toThrow('payouts:gate');
    expect(await setPayoutGate(guard, { isOpen: false, reason: 'Mine.' })).toMatchObject({
      gate: { isOpen: false, reason: 'Mine.' },
      userErrors: [],
    });
    await expect(getPayoutGate(guard)).rejects.toThrow('payouts:read');
    expect((await getPayoutGate(reader)).changedBy).not.toEqual({ id: keyId });
  });
});
