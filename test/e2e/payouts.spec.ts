import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import { jsonFile } from '../support/files.js';
import {
  changePayout,
  createPayout,
  getPayout,
  payoutInput,
  payoutStatusesUntil,
  type PayoutSubscription,
  payoutWhen,
  recordedPayout,
  unconfirmedPayout,
  watchPayouts,
} from '../support/payouts.js';
import { startPurser } from '../support/purser.js';
import { IMPATIENT, OPEN_GATE } from '../support/settings.js';
import { whilePayoutHeld, whileRecipientHeld } from '../support/locks.js';
import { leaveSending, missDeadlines } from '../support/payouts-as-left.js';

/** Faults that leave the outcome unknown after the provider created the payout. */
const LOST_AFTER_ACCEPTING = [
  { fault: 'dropAfterAccepting' },
  { fault: 'hangAfterAccepting' },
  ...[500, 503].map((status) => ({ fault: 'serverErrorAfterAccepting', status })),
  ...['truncatedJson', 'noId', 'wrongAmount'].map((variant) => ({ fault: 'malformedAnswer', variant })),
  { fault: 'tooManyRequests', accepted: true },
  { fault: 'conflict', accepted: true },
  { fault: 'requestTimeout', accepted: true },
];

/** Faults that leave the outcome unknown although the provider did not create the payout. */
const LOST_BEFORE_ACCEPTING = [
  { fault: 'dropBeforeAccepting' },
  { fault: 'serverErrorBeforeAccepting', status: 502 },
  { fault: 'redirect', status: 307, location: 'http://127.0.0.1:9/' },
  { fault: 'conflict', accepted: false },
];

describe('payouts', () => {
  let desk: Desk;
  let changes: PayoutSubscription;

  beforeAll(async () => {
    desk = await openDesk({
      ...IMPATIENT,
      // Fifty concurrent requests wait for each other, which takes long on a busy machine.
      DATABASE_LOCK_TIMEOUT_MS: '30000',
      DATABASE_STATEMENT_TIMEOUT_MS: '30000',
      PROVIDER_PROFILE_FILE: jsonFile({ payoutCheckDelaysSeconds: [3_600] }),
      // The gate must not shut here; payout-gate.spec.ts tests it.
      ...OPEN_GATE,
    });
    changes = await watchPayouts(desk.purser.api);
  });

  beforeEach(async () => {
    // A successful call between the faults; five faults in a row would open the circuit breaker.
    await recordedPayout(desk.purser.api);
  });

  afterAll(async () => {
    await changes.close();
    await desk.close();
  });

  it('a payout is sent within the mutation and followed to COMPLETED', async () => {
    const payout = await recordedPayout(desk.purser.api, { amount: '1050.10' });
    expect(payout).toMatchObject({ status: 'CREATED', isFinal: false, attempts: [{ state: 'ACCEPTED' }] });
    expect(payout.recipient.requisites).not.toContain('example.com');
    await desk.sandbox.movePayout(payout.providerPayoutId!, 'process');
    await payoutStatusesUntil(changes, payout.id, 'PROCESSING');
    await desk.sandbox.movePayout(payout.providerPayoutId!, 'complete');
    expect(await payoutStatusesUntil(changes, payout.id, 'COMPLETED')).toEqual(['COMPLETED']);
    expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({ isFinal: true, problem: null });
  });

  it('fifty requests with one key create one payout', async () => {
    const input = payoutInput();
    const answers = await Promise.all(Array.from({ length: 50 }, () => recordedPayout(desk.purser.api, input)));
    expect(new Set(answers.map((payout) => payout.id)).size).toBe(1);
    const made = await Promise.all(
      (await getPayout(desk.purser.api, answers[0]!.id)).attempts.map(({ id }) => desk.sandbox.findPayouts(id)),
    );
    expect(made.flat()).toHaveLength(1);
  });

  it('refuses a used key for another request, and names the fields that differ', async () => {
    const input = payoutInput();
    const known = await recordedPayout(desk.purser.api, input);
    const { payout, userErrors } = await createPayout(desk.purser.api, { ...input, amount: '13.00', note: 'other' });
    expect(payout?.id).toBe(known.id);
    expect(userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED', field: ['input', 'idempotencyKey'] }]);
    expect(userErrors[0]!.message).toContain('amount, note');
  });

  it('a used key with another recipient reveals only that the recipient differs, thirty times a minute', async () => {
    const input = payoutInput();
    const api = await desk.keyWith(['payouts:read', 'payouts:create']);
    await recordedPayout(api, input);
    const guess = async (at: number): Promise<string> => {
      const recipient = {
        ...(input['recipient'] as object),
        requisites: `guess-${at}@example.com`,
        name: `Guess ${at}`,
      };
      const { data, errors } = await api.send<{ createPayout: { userErrors: { message: string }[] } }>(
        'mutation ($input: CreatePayoutInput!) { createPayout(input: $input) { userErrors { message } } }',
        { input: { ...input, recipient } },
      );
      return data?.createPayout.userErrors[0]?.message ?? errors[0]?.extensions.code ?? '';
    };
    const answers = await Promise.all(Array.from({ length: 32 }, (_, at) => guess(at)));
    const told = answers.filter((answer) => answer !== 'RATE_LIMITED');
    expect(new Set(told)).toEqual(new Set(['This key was used for another request; it differs in recipient.']));
    expect(told).toHaveLength(30);
  });

  it('a repeated request is recognised before its input is validated', async () => {
    const input = payoutInput();
    await recordedPayout(desk.purser.api, input);
    const known = await createPayout(desk.purser.api, { ...input, amount: '0', paymentType: 'TELEGRAPH', note: ' ' });
    expect(known.userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED', field: ['input', 'idempotencyKey'] }]);
  });

  it('if the database is busy, creating or changing a payout answers TRY_AGAIN and records nothing', async () => {
    const hasty = await startPurser({
      DATABASE_URL: desk.database.url,
      PROVIDER_BASE_URL: desk.sandbox.url,
      PUBLIC_URL: desk.purser.url,
      PURSER_ROLES: 'api',
      DATABASE_LOCK_TIMEOUT_MS: '500',
    });
    const { recipient, ...first } = payoutInput();
    const { id } = await recordedPayout(desk.purser.api, { ...first, recipient });
    const input = payoutInput({ recipient, amount: '13' });
    // Holds the lock on the recipient for longer than the lock timeout, as if another payout to them were being
    // recorded.
    const answer = await whileRecipientHeld(desk.database, id, () => createPayout(hasty.api, input));
    expect(answer).toMatchObject({ payout: null, userErrors: [{ code: 'TRY_AGAIN', field: null }] });
    expect(await recordedPayout(desk.purser.api, input)).toMatchObject({ status: 'CREATED', amount: '13.00' });
    const held = await recordedPayout(desk.purser.api, { ...payoutInput(), recipient, amount: '13' });
    const changed = { payoutId: held.id, amount: '14' };
    expect(await whileRecipientHeld(desk.database, id, () => changePayout(hasty.api, changed))).toMatchObject({
      payout: { status: 'AWAITING_APPROVAL', amount: '13.00' },
      userErrors: [{ code: 'TRY_AGAIN', field: null }],
    });
    await hasty.close();
    expect(await changePayout(desk.purser.api, changed)).toMatchObject({ payout: { amount: '14.00' }, userErrors: [] });
  });

  it('a payout whose process was killed becomes UNCONFIRMED, even if another payout is locked', async () => {
    const killed: string[] = [];
    for (const _ of ['first', 'second']) {
      const { id } = await unconfirmedPayout(desk, { isMade: false });
      await recordedPayout(desk.purser.api);
      await leaveSending(desk.database, id);
      killed.push(id);
    }
    const swept = async (id: string | undefined): Promise<void> => {
      const { attempts } = await payoutWhen(desk.purser.api, { id: id! }, ({ status }) => status === 'UNCONFIRMED');
      expect(attempts).toMatchObject([{ state: 'UNKNOWN', reason: 'DEADLINE' }]);
    };
    await whilePayoutHeld(desk.database, killed[0]!, async () => {
      await missDeadlines(desk.database, killed);
      await swept(killed[1]);
    });
    await swept(killed[0]);
  });

  it('a possible duplicate waits for a person', async () => {
    const input = payoutInput();
    await recordedPayout(desk.purser.api, input);
    const again = await recordedPayout(desk.purser.api, { ...input, idempotencyKey: randomUUID() });
    expect(again).toMatchObject({ status: 'AWAITING_APPROVAL', approvalReason: 'POSSIBLE_DUPLICATE', attempts: [] });
  });

  it.each(LOST_AFTER_ACCEPTING.map((fault) => [JSON.stringify(fault), fault] as const))(
    "a payout becomes UNCONFIRMED after %s, and a webhook at the payout's own address binds it",
    async (_, fault) => {
      const input = payoutInput();
      const { requisites } = input['recipient'] as { requisites: string };
      await desk.sandbox.setFault({ on: 'createPayout', ...fault, match: { requisites } });
      const payout = await recordedPayout(desk.purser.api, input);
      expect(payout).toMatchObject({ status: 'UNCONFIRMED', attempts: [{ state: 'UNKNOWN' }] });
      const [booked] = await desk.sandbox.findPayouts(payout.attempts[0]!.id);
      await desk.sandbox.movePayout(booked!.id, 'process');
      await desk.sandbox.movePayout(booked!.id, 'complete');
      await payoutStatusesUntil(changes, payout.id, 'COMPLETED');
      const bound = await getPayout(desk.purser.api, payout.id);
      expect(bound).toMatchObject({ providerPayoutId: booked!.id, attempts: [{ state: 'ACCEPTED' }] });
      expect(await desk.sandbox.findPayouts(payout.attempts[0]!.id)).toHaveLength(1);
    },
  );

  it.each(LOST_BEFORE_ACCEPTING.map((fault) => [JSON.stringify(fault), fault] as const))(
    'a payout becomes UNCONFIRMED after %s, and is not sent again',
    async (_, fault) => {
      const input = payoutInput();
      const { requisites } = input['recipient'] as { requisites: string };
      await desk.sandbox.setFault({ on: 'createPayout', ...fault, match: { requisites } });
      const payout = await recordedPayout(desk.purser.api, input);
      expect(payout).toMatchObject({ status: 'UNCONFIRMED', attempts: [{ state: 'UNKNOWN' }] });
      // This payout is sent by later ticks, which could have sent the unconfirmed payout again.
      await recordedPayout(desk.purser.api);
      expect((await getPayout(desk.purser.api, payout.id)).attempts).toHaveLength(1);
      expect((await desk.sandbox.payouts()).filter(({ account }) => account.requisites === requisites)).toEqual([]);
    },
  );

  it('a payout is REJECTED if the provider definitely refuses it', async () => {
    const input = payoutInput();
    const { requisites } = input['recipient'] as { requisites: string };
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'refuse', status: 422, match: { requisites } });
    const { payout, userErrors } = await createPayout(desk.purser.api, input);
    expect(userErrors).toMatchObject([{ code: 'PROVIDER_REFUSED' }]);
    expect(payout).toMatchObject({ status: 'REJECTED', isFinal: true, attempts: [{ state: 'REJECTED' }] });
  });
});
