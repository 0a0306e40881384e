import { createHmac, randomUUID } from 'node:crypto';
import { ReplayWebhooksService } from '../../src/webhooks/replay-webhooks.service.js';
import type { Desk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { newAccount } from '../support/ledger.js';
import { createdOrder, getOrder } from '../support/orders.js';
import { faultMatch, getPayout, payoutInput, payoutWhen, recordedPayout, refreshPayout } from '../support/payouts.js';
import { startPurser, TEST_SETTINGS, type TestPurser } from '../support/purser.js';
import { createTestDatabase } from '../support/test-database.js';
import {
  type AddressedPayout,
  deliver,
  OLD_SECRET,
  openWebhookDesk,
  settledEvent,
  signature,
  unannouncedPayout,
  untilWebhooksSettled,
} from '../support/payout-webhooks-delivery.js';
import {
  EVENT_LIST,
  type EventView,
  HEALTH,
  type HealthView,
  learn,
  REPLAY,
  REPLAY_RANGE,
  type ReplayPayload,
} from './webhook-operations-calls.js';
import { auditEntries } from '../support/audit-log.js';
import { makePollDue } from '../support/payout-ageing.js';
import { forgetProviderEnd } from '../support/payouts-as-left.js';
import { failWebhook, forgetSignatures, insertStrayWebhook } from '../support/webhook-events.js';
import {
  ageWebhooks,
  countDueReplays,
  forgetOldWebhooks,
  insertOldWebhooks,
  oldWebhookTries,
  spreadOfOldWebhooks,
} from '../support/webhooks-of-2020.js';

const LONG_AGO = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' };

describe('webhook operations', () => {
  let desk: Desk;
  let api: GraphqlClient;
  let accountId: string;
  let replicas: readonly TestPurser[];

  beforeAll(async () => {
    desk = await openWebhookDesk('observe');
    api = desk.purser.api;
    const { accounts } = await api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    accountId = accounts[0]!.id;
    replicas = [];
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await desk.close();
  });

  const list = async (filter: object): Promise<readonly EventView[]> => {
    const { webhookEvents } = await api.request<{ webhookEvents: { edges: { node: EventView }[] } }>(EVENT_LIST, {
      filter,
    });
    return webhookEvents.edges.map(({ node }) => node);
  };

  const replay = async (input: object, by = api): Promise<ReplayPayload> =>
    (await by.request<{ replayWebhookEvent: ReplayPayload }>(REPLAY, { input })).replayWebhookEvent;

  const countReads = async (): Promise<number> =>
    (await desk.sandbox.countRequests())['GET /v1/payouts/{payoutId}'] ?? 0;

  /** Returns the newest audit entry, ignoring entries about reading the log. */
  const lastAudit = async (): Promise<unknown> => {
    const entries = await auditEntries(desk.purser.admin, {});
    const { action, subjectId, before, after, reason, actor, operation } = entries.findLast(
      (entry) => entry.action !== 'audit.read',
    )!;
    return { action, subjectId, before, after, reason, actorName: actor.name, operation };
  };

  /** Returns a payout whose webhook was delivered and processed, with that webhook. */
  async function announced(signed = true): Promise<{ readonly payout: AddressedPayout; readonly event: EventView }> {
    const payout = await unannouncedPayout(desk);
    const body = JSON.stringify({ id: payout.providerPayoutId, nonce: randomUUID() });
    await deliver(payout.url, { body, ...(signed && { signature: signature(body, OLD_SECRET) }) });
    await settledEvent(desk, body);
    const [event] = await list({ subjectId: payout.id });
    return { payout, event: event! };
  }

  describe('the list', () => {
    it('filters by account and signature, and shows both', async () => {
      const signed = await announced();
      const unsigned = await announced(false);
      expect(signed.event).toMatchObject({
        account: { id: accountId },
        signature: 'VALID',
        replays: 0,
        bodyPurgedAt: null,
      });
      const ids = async (filter: object): Promise<string[]> => (await list(filter)).map(({ id }) => id);
      expect(await ids({ accountId, signatures: ['MISSING'] })).toEqual([unsigned.event.id]);
      expect(await ids({ accountId, signatures: ['VALID', 'MISSING'] })).toEqual([unsigned.event.id, signed.event.id]);
      expect(await ids({ accountId: randomUUID() })).toEqual([]);
      expect(await ids({ signatures: ['INVALID', 'NOT_CONFIGURED'] })).toEqual([]);
      expect(await ids({ signatures: [] })).toEqual([]);
    });

    it.each([
      [{ accountId: 'x' }, ['filter', 'accountId']],
      [{ accountId: `${randomUUID()}'` }, ['filter', 'accountId']],
      [{ signatures: ['valid'] }, ['filter', 'signatures', '0']],
      [{ signatures: [null] }, ['filter', 'signatures', '0']],
      [{ receivedFrom: 'yesterday' }, ['filter', 'receivedFrom']],
      [{ receivedTo: 7 }, ['filter', 'receivedTo']],
    ])('refuses the filter %j', async (filter, field) => {
      const { errors } = await api.send(EVENT_LIST, { filter });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field } }]);
    });
  });

  describe('replaying one webhook', () => {
    it('reads back the payout that the webhook names, moves no money, and is audited', async () => {
      const { payout, event } = await announced();
      const made = (await desk.sandbox.payouts()).length;
      const reads = await countReads();
      const { event: due, userErrors } = await replay({ eventId: event.id, reason: 'Ticket 4711' });
      expect(userErrors).toEqual([]);
      expect(due).toMatchObject({ id: event.id, state: 'RECEIVED', replays: 1, deliveries: 1 });
      expect(await lastAudit()).toEqual({
        action: 'webhook_event.replayed',
        subjectId: event.id,
        before: { state: 'PROCESSED' },
        after: { state: 'RECEIVED', replays: '1' },
        reason: 'Ticket 4711',
        actorName: expect.any(String) as string,
        operation: 'replayWebhookEvent',
      });
      const settled = await eventually('it is dealt with again', async () => {
        const [now] = await list({ subjectId: payout.id, states: ['PROCESSED'] });
        return now;
      });
      expect(settled).toMatchObject({ id: event.id, replays: 1, nextTryAt: null });
      expect(await countReads()).toBe(reads + 1);
      expect(await getPayout(api, payout.id)).toMatchObject({ status: 'PROCESSING', attempts: [{}] });
      expect(await desk.sandbox.payouts()).toHaveLength(made);
    });

    it('refuses an impossible replay, and a key without the scope', async () => {
      const { event } = await announced();
      expect(await replay({ eventId: randomUUID() })).toMatchObject({
        event: null,
        userErrors: [{ code: 'EVENT_NOT_FOUND', field: ['input', 'eventId'] }],
      });
      await deliver(`${desk.purser.url}/webhooks/payouts/no-token`, { body: `{"nonce":"${randomUUID()}"}` });
      const [stray] = await list({ sources: ['UNKNOWN_PAYOUT_TOKEN'] });
      expect(await replay({ eventId: stray!.id })).toMatchObject({ userErrors: [{ code: 'NOT_REPLAYABLE' }] });
      for (const reason of ['', ' x', 'x'.repeat(501), 'line\nbreak', 'to 4111 1111 1111 1111']) {
        expect(await replay({ eventId: event.id, reason })).toMatchObject({
          event: null,
          userErrors: [{ code: 'REASON_INVALID', field: ['input', 'reason'] }],
        });
      }
      for (const [input, field] of [
        [{ eventId: 'x' }, ['input', 'eventId']],
        [{ eventId: null }, ['input', 'eventId']],
        [{ eventId: event.id, reason: 7 }, ['input', 'reason']],
      ] as const) {
        expect((await api.send(REPLAY, { input })).errors).toMatchObject([
          { extensions: { code: 'BAD_USER_INPUT', field } },
        ]);
      }
      const reader = await desk.keyWith(['webhooks:read']);
      const input = { eventId: event.id };
      expect((await reader.send(REPLAY, { input })).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      const [untouched] = (await list({})).filter(({ id }) => id === event.id);
      expect(untouched).toMatchObject({ state: 'PROCESSED', replays: 0 });
    });
  });

  describe('replaying a range', () => {
    const range = async (input: object, by = api): Promise<unknown> =>
      (await by.request<{ replayWebhookEvents: unknown }>(REPLAY_RANGE, { input })).replayWebhookEvents;

    const forget = (): Promise<unknown> => forgetOldWebhooks(desk.database);

    afterEach(forget);

    it('three replicas share a replay, each webhook once, and skip purged bodies', async () => {
      await untilWebhooksSettled(desk);
      const orders = await Promise.all(Array.from({ length: 3 }, () => createdOrder(api)));
      const bodies = Array.from(
        { length: 27 },
        (_, at) => `{"id":"${orders[at % 3]!.providerOrderId}","nonce":"${at} ${randomUUID()}"}`,
      );
      await Promise.all(
        bodies.map((body) => fetch(desk.purser.orderWebhookUrl, { method: 'POST', body }).then((it) => it.text())),
      );
      await untilWebhooksSettled(desk);
      await ageWebhooks(desk.database, bodies, 5);
      const settings = { DATABASE_URL: desk.database.url, PROVIDER_BASE_URL: desk.sandbox.url };
      replicas = await Promise.all([startPurser(settings), startPurser(settings)]);
      const readsOf = async (): Promise<number> =>
        (await desk.sandbox.countRequests())['GET /v1/orders/{orderId}'] ?? 0;
      const reads = await readsOf();
      const answer = await range({ ...LONG_AGO, sources: ['ORDERS'], states: ['PROCESSED'], accountId, reason: 'why' });
      expect(answer).toEqual({ replayed: 22, purged: 5, userErrors: [] });
      expect(await lastAudit()).toMatchObject({
        action: 'webhook_events.replayed',
        subjectId: null,
        after: { from: '2020-01-01T00:00:00.000Z', sources: 'ORDERS', accountId, replayed: '22', purged: '5' },
        reason: 'why',
      });
      await untilWebhooksSettled(desk);
      expect(await oldWebhookTries(desk.database)).toEqual([{ state: 'PROCESSED', tries: 1, replays: 1, count: 22 }]);
      expect(await readsOf()).toBe(reads + 22);
      for (const { id } of orders) expect(await getOrder(api, id)).toMatchObject({ status: 'CREATED' });
    });

    it("a replay uses half of the provider's rate limit", async () => {
      // A separate database, because this desk's worker would process due webhooks before the test sees them.
      const database = await createTestDatabase();
      const purser = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api' });
      await insertOldWebhooks(database, 3);
      await purser.service(ReplayWebhooksService).replayRange(
        {
          from: new Date(LONG_AGO.from),
          to: new Date(LONG_AGO.to),
          sources: ['PAYOUTS'],
          states: null,
          signatures: null,
          accountId: null,
        },
        null,
      );
      const spread = await spreadOfOldWebhooks(database);
      await purser.close();
      await database.drop();
      expect(spread).toBe('0.000400');
    });

    it('refuses more than 10,000 webhooks, a reversed range and a bad reason', async () => {
      await insertOldWebhooks(desk.database, 10_001);
      expect(await range(LONG_AGO)).toMatchObject({
        replayed: 0,
        userErrors: [{ code: 'RANGE_TOO_LARGE', field: null }],
      });
      expect(await countDueReplays(desk.database)).toBe(0);
      await forget();
      expect(await range({ from: LONG_AGO.to, to: LONG_AGO.from })).toMatchObject({
        userErrors: [{ code: 'RANGE_INVALID', field: ['input', 'to'] }],
      });
      expect(await range({ from: LONG_AGO.to, to: LONG_AGO.to })).toMatchObject({
        userErrors: [{ code: 'RANGE_INVALID' }],
      });
      expect(await range({ ...LONG_AGO, reason: ' ' })).toMatchObject({ userErrors: [{ code: 'REASON_INVALID' }] });
      expect(await range(LONG_AGO)).toEqual({ replayed: 0, purged: 0, userErrors: [] });
    });

    it.each([
      [{ from: LONG_AGO.from }, ['input', 'to']],
      [{ ...LONG_AGO, from: 'x' }, ['input', 'from']],
      [{ ...LONG_AGO, accountId: 'x' }, ['input', 'accountId']],
      [{ ...LONG_AGO, sources: ['UNKNOWN_PAYOUT_TOKEN'] }, ['input', 'sources']],
      [{ ...LONG_AGO, states: ['x'] }, ['input', 'states', '0']],
    ])('refuses the range %j', async (input, field) => {
      const { errors } = await api.send(REPLAY_RANGE, { input });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field } }]);
    });

    it('requires the scope for replays', async () => {
      const reader = await desk.keyWith(['webhooks:read', 'payouts:create']);
      expect((await reader.send(REPLAY_RANGE, { input: LONG_AGO })).errors).toMatchObject([
        { extensions: { code: 'FORBIDDEN' } },
      ]);
    });
  });

  describe('webhook health', () => {
    const measure = async (): Promise<readonly HealthView[]> =>
      (await api.request<{ webhookHealth: HealthView[] }>(HEALTH)).webhookHealth;

    it('counts final states learned from webhooks and polls, their delays and failures, by account and destination', async () => {
      await untilWebhooksSettled(desk);
      for (const isHeard of [true, true, true, false]) {
        const input = payoutInput();
        const payout = await recordedPayout(api, input);
        const lost = { on: 'payoutWebhook', fault: 'lose', times: 2, match: faultMatch(input) };
        if (!isHeard) await desk.sandbox.setFault(lost);
        await desk.sandbox.movePayout(payout.providerPayoutId!, 'process');
        await desk.sandbox.movePayout(payout.providerPayoutId!, 'complete');
        if (!isHeard) {
          await makePollDue(desk.database, payout);
        }
        await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
      }
      const order = await createdOrder(api);
      await desk.sandbox.sendWebhooksTo(desk.purser.orderWebhookUrl);
      await desk.sandbox.move(order.providerOrderId, 'pay');
      await eventually('the order is paid', async () => {
        const { status } = await getOrder(api, order.id);
        return status === 'PAID' ? true : null;
      });
      await untilWebhooksSettled(desk);
      const [failed] = await list({ sources: ['PAYOUTS'], states: ['PROCESSED'] });
      await failWebhook(desk.database, failed!.id);
      await insertStrayWebhook(desk.database);
      const seconds = expect.stringMatching(/^\d\.\d{3}$/) as string;
      const at = expect.any(String) as string;
      expect(await measure()).toEqual([
        {
          source: 'ORDERS',
          account: { id: accountId },
          destination: 'HOSTED_PAGE',
          endsByWebhook: 1,
          endsByPoll: 0,
          endsOtherwise: 0,
          webhookPercent: 100,
          medianDelaySeconds: seconds,
          p95DelaySeconds: seconds,
          lastWebhookAt: at,
          givenUp: 0,
        },
        {
          source: 'ORDERS',
          account: null,
          destination: null,
          endsByWebhook: 0,
          endsByPoll: 0,
          endsOtherwise: 0,
          webhookPercent: null,
          medianDelaySeconds: null,
          p95DelaySeconds: null,
          lastWebhookAt: at,
          givenUp: 1,
        },
        {
          source: 'PAYOUTS',
          account: { id: accountId },
          destination: expect.any(String) as string,
          endsByWebhook: 3,
          endsByPoll: 1,
          endsOtherwise: 0,
          webhookPercent: 75,
          medianDelaySeconds: seconds,
          p95DelaySeconds: seconds,
          lastWebhookAt: at,
          givenUp: 1,
        },
      ]);
    });

    it('measures no delay if the time of the final status is unknown', async () => {
      const ownAccountId = await newAccount(desk);
      const input = payoutInput({ accountId: ownAccountId });
      const payout = await recordedPayout(api, input);
      await desk.sandbox.movePayout(payout.providerPayoutId!, 'process');
      await payoutWhen(api, payout, ({ status }) => status === 'PROCESSING');
      await untilWebhooksSettled(desk);
      await desk.sandbox.setFault({ on: 'payoutWebhook', fault: 'lose', match: faultMatch(input) });
      await desk.sandbox.movePayout(payout.providerPayoutId!, 'complete');
      await makePollDue(desk.database, payout);
      await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
      // As if the provider did not show when the payout ended.
      await forgetProviderEnd(desk.database, payout.id);
      const ofAccount = async (): Promise<readonly HealthView[]> =>
        (await measure()).filter((health) => health.account?.id === ownAccountId);
      const unknown = { endsByPoll: 1, medianDelaySeconds: null, p95DelaySeconds: null };
      expect(await ofAccount()).toMatchObject([{ ...unknown, lastWebhookAt: expect.any(String) as string }]);
      // A later answer brings the time.
      await refreshPayout(api, payout.id);
      const seconds = expect.stringMatching(/^\d+\.\d{3}$/) as string;
      expect(await ofAccount()).toMatchObject([{ endsByPoll: 1, medianDelaySeconds: seconds }]);
    });

    it.each([0, -1, 32, null, 1.5, '7'])('refuses to measure %j days', async (days) => {
      const { errors } = await api.send(HEALTH, { days });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    });
  });

  describe('learning signatures', () => {
    const line = (body: string, given: string): object => ({
      body: Buffer.from(body).toString('base64'),
      signature: given,
    });

    const base64 = (body: string): string =>
      `v1=${createHmac('sha512', TEST_SETTINGS.WEBHOOK_SECRET).update(body).digest('base64')}`;

    it('finds the scheme of received webhooks, and reports that it does not fit all of them', async () => {
      await forgetSignatures(desk.database);
      await Promise.all([announced(), announced(), announced(false)]);
      const payout = await unannouncedPayout(desk);
      await deliver(payout.url, { body: '{"forged":true}', signature: signature('{}', 'a-guess-of-a-stranger') });
      const forged = await learn(desk, null);
      expect(forged.out).toContain('reproduces 2 of 3: {"algorithm":"hmac-sha256","encoding":"hex"');
      expect(forged.out).toContain('The provider profile says so already.');
      expect(forged.out).toContain('None reproduces all of them');
      expect(forged.exitCode).toBe(1);
    });

    it('finds the scheme in a file, prints the settings, and shows neither secret nor signature', async () => {
      const [found, broken] = await Promise.all([
        learn(desk, [line('{"a":1}', base64('{"a":1}')), line('{"b":2}', base64('{"b":2}'))]),
        learn(desk, [{ body: 'canary-body' }]),
      ]);
      expect(found.out).toContain('"algorithm": "hmac-sha512"');
      expect(found.out).toContain('"encoding": "base64"');
      expect(found.out).toContain('"prefix": "v1="');
      expect(found.exitCode).toBe(0);
      expect(broken.out).toContain('Line 1 is not');
      expect(broken.exitCode).toBe(2);
      for (const { out } of [found, broken]) {
        expect(out).not.toContain(TEST_SETTINGS.WEBHOOK_SECRET);
        expect(out).not.toContain('canary');
      }
    });
  });
});
