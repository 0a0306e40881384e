import { randomUUID } from 'node:crypto';
import type { Scope } from '../../src/access/scopes/scopes.js';
import { auditEntries } from '../support/audit-log.js';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { createdOrder } from '../support/orders.js';
import { insertOrders, orderRow } from '../support/orders-page.js';
import { payoutInput, recordedPayout } from '../support/payouts.js';

const FIND = `query ($text: String!, $isCustomer: Boolean) { find(text: $text, isCustomer: $isCustomer) {
  kind id title status amount currency createdAt matched } }`;

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly matched: string;
}

const EMAIL = 'ana.busca@example.com';
const READS: readonly Scope[] = ['orders:read', 'payouts:read'];

describe('finding people', () => {
  let desk: Desk;
  let order: { readonly id: string };
  let payout: { readonly id: string };

  beforeAll(async () => {
    desk = await openDesk({ PURSER_ROLES: 'api' });
    const customer = { email: EMAIL, phone: '+5511961234567' };
    order = await createdOrder(desk.purser.api, { externalId: 'busca-1', customer, customerId: 'member-7' });
    const recipient = { name: 'Ana Souza', requisites: EMAIL, userId: 'member-7' };
    payout = await recordedPayout(desk.purser.api, payoutInput({ externalId: 'busca-2', recipient }));
  });

  afterAll(() => desk.close());

  async function find(api: GraphqlClient, text: string, isCustomer = false): Promise<readonly Hit[]> {
    const { find: hits } = await api.request<{ find: readonly Hit[] }>(FIND, { text, isCustomer });
    return hits;
  }

  const idsOf = async (...given: Parameters<typeof find>): Promise<readonly string[]> =>
    (await find(...given)).map(({ id }) => id);

  const searches = async (): Promise<number> =>
    (await auditEntries(desk.purser.admin, { action: 'customer.searched' })).length;

  it('finds the orders of a whole e-mail address or phone number, with amount, status and time', async () => {
    const api = await desk.keyWith(READS);
    const hit = { kind: 'ORDER', id: order.id, title: 'busca-1', amount: '10.50', currency: 'EUR' };
    for (const [text, matched] of [
      [` ${EMAIL.toUpperCase()} `, 'a***@e***'],
      ['+55 (11) 96123-4567', '***4567'],
    ] as const) {
      expect(await find(api, text)).toEqual([
        { ...hit, matched, status: 'CREATED', createdAt: expect.any(String) as string },
      ]);
    }
  });

  it('finds nothing by half an address or number', async () => {
    const api = await desk.keyWith(READS);
    for (const text of ['ana.busca', 'busca@example', 'example.com', '+551196123', '961234567']) {
      expect(await find(api, text)).toEqual([]);
    }
  });

  it('finds orders by customer id and payouts by user id, if the text is said to be one', async () => {
    const api = await desk.keyWith(READS);
    expect(await find(api, 'member-7')).toEqual([]);
    expect(await idsOf(api, 'member-7', true)).toEqual([payout.id, order.id]);
    expect(await idsOf(api, 'member', true)).toEqual([]);
    expect(await idsOf(api, 'Member-7', true)).toEqual([]);
  });

  it('finds what the caller may read alone, and a recipient if the caller may see recipients', async () => {
    expect(await idsOf(await desk.keyWith(['payouts:read']), EMAIL)).toEqual([]);
    expect(await idsOf(await desk.keyWith(['payouts:read', 'payouts:unmask']), EMAIL)).toEqual([payout.id]);
    expect(await idsOf(await desk.keyWith(['orders:read']), 'member-7', true)).toEqual([order.id]);
  });

  it('counts and records a search for a person, and no other', async () => {
    const api = await desk.keyWith(READS);
    const before = await searches();
    for (const text of ['busca', 'ana.busca', 'busca@example', order.id]) await find(api, text);
    expect(await searches()).toBe(before);
    const codes: string[] = [];
    for (let at = 0; at < 31; at += 1) {
      const text = at % 2 === 0 ? EMAIL : `nobody-${at}@example.com`;
      const { errors } = await api.send(FIND, { text });
      codes.push(errors.map(({ extensions }) => extensions.code).join());
    }
    expect(codes).toEqual([...Array.from({ length: 30 }, () => ''), 'RATE_LIMITED']);
    expect(await searches()).toBe(before + 30);
    // Ids are found all the same.
    expect(await idsOf(api, 'busca-1')).toEqual([order.id]);
  });

  it('one caller without rights to orders and payouts searches for nobody', async () => {
    const before = await searches();
    expect(await find(await desk.keyWith(['webhooks:read']), EMAIL)).toEqual([]);
    expect(await searches()).toBe(before);
  });

  it('sorting and counts tell no more than whether a whole address matches', async () => {
    const api = await desk.keyWith(READS);
    const list = async (customer: string, direction: string): Promise<unknown> => {
      const data = await api.request<{ orders: unknown }>(
        `query ($filter: OrderFilter, $sort: OrderSort) { orders(filter: $filter, sort: $sort) {
          totalCount nodes { id } pageInfo { hasNextPage } } }`,
        { filter: { customer }, sort: { field: 'AMOUNT', direction } },
      );
      return data.orders;
    };
    const nothing = { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false } };
    for (const near of ['ana.busca@example.co', 'ana.busc@example.com', 'zana.busca@example.com']) {
      for (const direction of ['ASC', 'DESC']) expect(await list(near, direction)).toEqual(nothing);
    }
  });

  it('finds orders and payouts by their amount and the day of their creation', async () => {
    const api = await desk.keyWith(READS);
    const day = new Date().toISOString().slice(0, 10);
    const made = await createdOrder(desk.purser.api, { amount: '77.31' });
    expect(await idsOf(api, `77.31 ${day}`)).toEqual([made.id]);
    expect(await idsOf(api, `77.310 eur ${day}`)).toEqual([made.id]);
    for (const text of [`77.31 USD ${day}`, `77.32 ${day}`, '77.31 2026-01-01'])
      expect(await find(api, text)).toEqual([]);
    expect(await idsOf(await desk.keyWith(['payouts:read']), `77.31 ${day}`)).toEqual([]);
  });

  it('a near miss takes as long as a stranger', async () => {
    const [asNear, asFar] = [await desk.keyWith(READS), await desk.keyWith(READS)];
    const timed = async (api: GraphqlClient, text: string): Promise<number> => {
      const began = performance.now();
      await find(api, text);
      return performance.now() - began;
    };
    const [near, far]: [number[], number[]] = [[], []];
    for (let at = 0; at < 25; at += 1) {
      near.push(await timed(asNear, `ana.busca@example.co${'nop'.charAt(at % 3)}`));
      far.push(await timed(asFar, `${randomUUID()}@stranger.example`));
    }
    // The quickest of each, because others work on this machine, too.
    const ratio = Math.min(...near) / Math.min(...far);
    expect(ratio).toBeGreaterThan(1 / 3);
    expect(ratio).toBeLessThan(3);
  });

  it('finds the external id of an order before a newer order whose id ends with the text', async () => {
    const { accounts } = await desk.purser.api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    await insertOrders(desk.database, accounts[0]!.id, [
      orderRow('cust-0000777', { createdAt: '2026-01-01T00:00:00Z' }),
      orderRow('newer', { id: '0190a3b1-5c8e-7d3f-8a2b-4c5d60000777', createdAt: '2026-01-02T00:00:00Z' }),
    ]);
    const hits = await find(await desk.keyWith(READS), '0000777');
    expect(hits.map(({ matched }) => matched)).toEqual(['cust-0000777', '0190a3b1-5c8e-7d3f-8a2b-4c5d60000777']);
  });
});
