import { randomUUID } from 'node:crypto';
import { getNamedType, type GraphQLObjectType, isLeafType } from 'graphql';
import { compareDecimals, type DecimalString } from '../../src/common/decimal.js';
import { type Desk, openDesk } from '../support/desk.js';
import { facetsOf } from '../support/facets.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { lapseChangeRequests } from '../support/change-requests.js';
import { ageAttempt } from '../support/payout-ageing.js';
import { closePayout, payoutInput, type PayoutView, recordedPayout, unconfirmedPayout } from '../support/payouts.js';
import {
  insertManyPayouts,
  insertPayouts,
  listPayouts,
  type Paging,
  type PayoutRow,
  payoutRow,
  PAYOUTS_QUERY,
  type PayoutsPage,
  removePayouts,
  walkPayouts,
} from '../support/payouts-page.js';
import { ownKeyId } from '../support/api-keys.js';
import { auditEntries } from '../support/audit-log.js';
import { storedText } from '../support/stored-text.js';

const NOWHERE = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** Payouts, a few with equal amounts and times, named by their external ids. */
const ROWS: readonly PayoutRow[] = [
  payoutRow('p-01', { amount: '10', createdAt: '2026-01-01T00:00:00Z' }),
  payoutRow('p-02', { amount: '10.0', currency: 'BDT', destination: 'bangladesh', createdAt: '2026-01-01T00:00:00Z' }),
  payoutRow('p-03', { amount: '9.99', status: 'FAILED', createdAt: '2026-01-02T00:00:00Z' }),
  payoutRow('p-04', { amount: '100', status: 'UNCONFIRMED', problem: 'x', createdAt: '2026-01-03T00:00:00.123Z' }),
  payoutRow('p-05', {
    amount: '10',
    status: 'AWAITING_APPROVAL',
    approvalReason: 'POSSIBLE_DUPLICATE',
    createdAt: '2026-01-03T00:00:00.124Z',
  }),
  // Accepted 30 and 61 minutes ago. After an hour a payout is overdue, and the machine may be slow.
  payoutRow('p-06', { status: 'PROCESSING', acceptedAt: soon(-30), createdAt: '2026-01-04T00:00:00Z' }),
  payoutRow('p-07', {
    note: 'Rent 50% of Ana_1',
    status: 'PROCESSING',
    acceptedAt: soon(-61),
    createdAt: '2026-01-05T00:00:00Z',
  }),
  payoutRow('p-08', { status: 'UNRECOGNIZED', problem: 'y', acceptedAt: soon(-61), createdAt: '2026-01-05T00:00:00Z' }),
  payoutRow('p-09', { status: 'FAILED', correctedAt: soon(-1), finding: 'z', createdAt: '2026-01-05T00:00:00Z' }),
  // A withdrawn payout is no longer blocked.
  payoutRow('p-10', {
    paymentType: 'C2C',
    status: 'WITHDRAWN',
    blockedBy: 'DAILY_SUM',
    createdAt: '2026-01-06T00:00:00Z',
  }),
  payoutRow('p-11', { amount: '999999999999.9999', currency: 'KES', createdAt: '2026-01-07T00:00:00Z' }),
  payoutRow('p-12', {
    amount: '0.0001',
    status: 'APPROVED',
    blockedBy: 'DAILY_SUM',
    createdAt: '2026-01-08T00:00:00Z',
  }),
];
const row = (name: string): PayoutRow => ROWS.find(({ externalId }) => externalId === name)!;

const SORTS = ['CREATED_AT', 'UPDATED_AT', 'AMOUNT'].flatMap((field) =>
  ['ASC', 'DESC'].map((direction) => ({ field, direction })),
);

describe('the list of payouts', () => {
  let desk: Desk;
  let api: GraphqlClient;
  /** May see recipients, and therefore may filter by them. */
  let searcher: GraphqlClient;
  let accountId: string;
  /**
   * Two payouts created through the API, so they have attempts and a readable recipient. The first was accepted; the
   * second is unconfirmed.
   */
  let accepted: PayoutView & { readonly idempotencyKey: string };
  let lost: PayoutView;
  let all: readonly string[];

  beforeAll(async () => {
    desk = await openDesk({ PURSER_ROLES: 'api' });
    api = desk.purser.api;
    searcher = await desk.keyWith(['payouts:read', 'payouts:unmask']);
    const { accounts } = await desk.purser.api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    accountId = accounts[0]!.id;
    await insertPayouts(desk.database, accountId, ROWS);
    const recipient = { name: 'Ana Souza', requisites: 'ana.lista@example.com', userId: 'user-1' };
    const input = payoutInput({ externalId: 'p-13', recipient });
    accepted = { ...(await recordedPayout(api, input)), idempotencyKey: input['idempotencyKey'] as string };
    lost = await unconfirmedPayout(desk, { isMade: true, input: payoutInput({ externalId: 'p-14', amount: '7' }) });
    all = [...ROWS.map(({ externalId }) => externalId), 'p-13', 'p-14'];
  });

  afterAll(async () => {
    await desk.close();
  });

  const names = ({ edges }: PayoutsPage): string[] => edges.map(({ node }) => node.externalId);

  async function filtered(filter: Paging): Promise<string[]> {
    const client = 'recipient' in filter && filter['recipient'] !== null ? searcher : api;
    const page = await listPayouts(client, { filter, first: 100 });
    expect(page.totalCount).toBe(page.edges.length);
    return names(page).sort();
  }

  async function refusal(variables: Paging): Promise<unknown> {
    const { errors, data } = await api.send(PAYOUTS_QUERY, variables);
    expect(data).toBeNull();
    return errors.map(({ extensions }) => [extensions.code, extensions.field]);
  }

  describe('filters', () => {
    it.each<[Paging, readonly string[]]>([
      [{ statuses: ['FAILED'] }, ['p-03', 'p-09']],
      [{ statuses: ['AWAITING_APPROVAL', 'APPROVED', 'WITHDRAWN'] }, ['p-05', 'p-10', 'p-12']],
      [{ statuses: [] }, []],
      [{ sets: ['UNCONFIRMED'] }, ['p-04', 'p-14']],
      [{ sets: ['OVERDUE'] }, ['p-07', 'p-08']],
      [{ sets: ['CORRECTED'] }, ['p-09']],
      [{ sets: ['AWAITING_APPROVAL'] }, ['p-05']],
      [{ sets: ['LIMITED'] }, ['p-12']],
      [{ sets: ['PROBLEM'] }, ['p-04', 'p-08', 'p-09', 'p-14']],
      [{ sets: ['OVERDUE', 'AWAITING_APPROVAL', 'CORRECTED'] }, ['p-05', 'p-07', 'p-08', 'p-09']],
      [{ sets: ['PROBLEM'], statuses: ['FAILED'] }, ['p-09']],
      [{ sets: ['OVERDUE', 'AWAITING_APPROVAL'], amountTo: '10' }, ['p-05']],
      [{ sets: [] }, []],
      [{ approvalReasons: ['POSSIBLE_DUPLICATE', 'POLICY'] }, ['p-05']],
      [{ approvalReasons: ['APPROVAL_LAPSED'] }, []],
      [{ approvalReasons: [] }, []],
      [{ destination: 'bangladesh' }, ['p-02']],
      [{ destination: 'brazil-pix' }, ['p-13', 'p-14']],
      [{ destination: 'BANGLADESH' }, []],
      [{ paymentType: 'C2C' }, ['p-10']],
      [{ currency: 'KES' }, ['p-11']],
      [{ amountFrom: '1000.0001' }, ['p-11']],
      [{ amountTo: '7.000' }, ['p-12', 'p-14']],
      [{ amountFrom: '10', amountTo: '10.0000' }, ['p-01', 'p-02', 'p-05']],
      [{ amountFrom: '11', amountTo: '10' }, []],
      [{ createdFrom: '2026-01-03T00:00:00.124Z', createdTo: '2026-01-04T00:00:00Z' }, ['p-05']],
      [{ createdTo: '2026-01-01T00:00:00.001Z' }, ['p-01', 'p-02']],
      [{ createdTo: '2026-01-01T00:00:00Z' }, []],
      [{ createdFrom: '2026-01-08T01:00:00+01:00', createdTo: '2026-01-09T00:00:00Z' }, ['p-12']],
      [{ externalId: 'p-07' }, ['p-07']],
      [{ externalId: 'P-07' }, []],
      [{ accountId: NOWHERE }, []],
      [{ anyId: NOWHERE }, []],
      [{ anyId: '' }, []],
    ])('filters by %j', async (filter, expected) => {
      expect(await filtered(filter)).toEqual(expected);
    });

    it('finds only one payout by a whole id', async () => {
      const { id, providerPayoutId } = row('p-02');
      for (const search of [id, providerPayoutId!.toUpperCase()]) expect(await filtered({ search })).toEqual(['p-02']);
      const another = `${id.startsWith('f') ? 'e' : 'f'}${id.slice(1)}`;
      expect(await filtered({ search: another })).toEqual([]);
    });

    it('finds payouts by a part of the note, in upper or lower case', async () => {
      for (const search of ['rent 50% OF', 'Ana_1', ' rent ']) expect(await filtered({ search })).toEqual(['p-07']);
      expect(await filtered({ search: 'rent 50_' })).toEqual([]);
      expect(await filtered({ search: 'ana.lista@example.com' })).toEqual([]);
      expect(await refusal({ filter: { search: 'p-07' } })).toEqual([['BAD_USER_INPUT', ['filter', 'search']]]);
    });

    it('finds a payout by the beginning or end of an id or the idempotency key, but not by the middle', async () => {
      const { id, providerPayoutId, idempotencyKey } = accepted;
      for (const known of [id, providerPayoutId!.toUpperCase(), idempotencyKey]) {
        expect(await filtered({ search: known.slice(0, 24) })).toEqual(['p-13']);
        expect(await filtered({ search: known.slice(-16) })).toEqual(['p-13']);
        expect(await filtered({ search: known.slice(3, 30) })).toEqual([]);
      }
      const name = `Invoice-${randomUUID()}`;
      await insertPayouts(desk.database, accountId, [payoutRow(name)]);
      expect(await filtered({ search: name.toLowerCase().slice(0, 20) })).toEqual([name]);
      expect(await filtered({ search: name.toUpperCase().slice(-20) })).toEqual([name]);
      expect(await filtered({ search: name.slice(3) })).toEqual([name]);
      expect(await filtered({ search: name.slice(3, 20) })).toEqual([]);
      await removePayouts(desk.database, [name]);
    });

    it('an empty filter, nulls and the account of all payouts match everything', async () => {
      const nothing = { accountId: null, statuses: null, sets: null, recipient: null, anyId: null, amountFrom: null };
      for (const filter of [{}, nothing, { accountId }]) expect(await filtered(filter)).toEqual(all);
    });

    it('filters by creator', async () => {
      // `insertPayouts` uses the account's id as creator.
      expect(await filtered({ createdBy: accountId })).toEqual(ROWS.map(({ externalId }) => externalId));
      expect(await filtered({ createdBy: await ownKeyId(api), amountTo: '7' })).toEqual(['p-14']);
      expect(await filtered({ createdBy: NOWHERE })).toEqual([]);
      expect(await refusal({ filter: { createdBy: 'me' } })).toEqual([['BAD_USER_INPUT', ['filter', 'createdBy']]]);
    });

    it('filters by open change requests about the outcome', async () => {
      await ageAttempt(desk.database, lost.id);
      expect((await closePayout(api, { payoutId: lost.id })).userErrors).toEqual([]);
      expect(await filtered({ hasChangeRequest: true })).toEqual(['p-14']);
      expect(await filtered({ hasChangeRequest: false, sets: ['UNCONFIRMED'] })).toEqual(['p-04']);
      await lapseChangeRequests(desk.database, lost.id);
      expect(await filtered({ hasChangeRequest: true })).toEqual([]);
      expect(await filtered({ hasChangeRequest: false, sets: ['UNCONFIRMED'] })).toEqual(['p-04', 'p-14']);
    });

    it('filters by the whole requisites in upper or lower case, but not by a part of them', async () => {
      for (const recipient of ['ana.lista@example.com', 'Ana.Lista@Example.com', 'ANA.LISTA@EXAMPLE.COM']) {
        expect(await filtered({ recipient })).toEqual(['p-13']);
      }
      for (const recipient of ['', 'ana.lista@example', 'Ana Souza', '%', 'user-1']) {
        expect(await filtered({ recipient })).toEqual([]);
      }
    });

    it('filters by the whole user id of a recipient, once per operation', async () => {
      expect(await filtered({ userId: 'user-1' })).toContain('p-13');
      for (const userId of ['', 'user', 'User-1', 'ana.lista@example.com', '%']) {
        expect(await filtered({ userId })).toEqual([]);
      }
      const { errors } = await searcher.send(PAYOUTS_QUERY, { filter: { userId: 'user-1', recipient: 'user-1' } });
      expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([
        ['BAD_USER_INPUT', ['filter', 'userId']],
      ]);
    });

    it('only callers who may see recipients can filter by recipient, and only once per operation', async () => {
      const recipient = 'ana.lista@example.com';
      const { errors } = await api.send(PAYOUTS_QUERY, { filter: { recipient } });
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
      const twice = await searcher.send<Record<string, unknown>>(
        `query ($a: String, $b: String) {
           a: payouts(filter: { recipient: $a }) { totalCount } b: payouts(filter: { recipient: $b }) { totalCount } }`,
        { a: 'one@example.com', b: recipient },
      );
      expect(twice.errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([
        ['BAD_USER_INPUT', ['filter', 'recipient']],
      ]);
    });

    it('a caller filters by recipient at most thirty times a minute across all replicas, and is audited each time', async () => {
      const guesser = await desk.keyWith(['payouts:read', 'payouts:unmask']);
      const guess = async (at: number): Promise<string> => {
        const { errors } = await guesser.send(PAYOUTS_QUERY, { filter: { recipient: `guess-${at}@example.com` } });
        return errors.map(({ extensions }) => extensions.code).join();
      };
      const results = await Promise.all(Array.from({ length: 33 }, (_, at) => guess(at)));
      expect(results.filter((code) => code === '')).toHaveLength(30);
      expect(new Set(results)).toEqual(new Set(['', 'RATE_LIMITED']));
      const searched = await auditEntries(desk.purser.admin, { action: 'payout_recipient.searched' });
      expect(searched.filter(({ after }) => 'requisitesHash' in after).length).toBeGreaterThanOrEqual(30);
      expect(await storedText(desk.database, 'audit_entries')).not.toContain('example.com');
    });

    it('a facet counts the payouts that match all other filters', async () => {
      const facets = (filter: object) =>
        facetsOf(api, { list: 'payout', fields: ['statuses', 'sets', 'destinations', 'currencies'], filter });
      const made = { createdTo: '2026-01-05T00:00:00Z' };
      expect(await facets({ ...made, statuses: ['FAILED'], sets: ['PROBLEM'] })).toEqual({
        statuses: { UNCONFIRMED: 1 },
        sets: {},
        destinations: {},
        currencies: {},
      });
      expect(await facets({ ...made, currency: 'BDT' })).toEqual({
        statuses: { COMPLETED: 1 },
        sets: {},
        destinations: { bangladesh: 1 },
        currencies: { XOF: 5, BDT: 1 },
      });
      expect((await facets({}))['sets']).toEqual({
        UNCONFIRMED: 2,
        OVERDUE: 2,
        CORRECTED: 1,
        AWAITING_APPROVAL: 1,
        LIMITED: 1,
        PROBLEM: 4,
      });
    });

    it('facets stop counting at 10,000, and show that there are more', async () => {
      const filter = { externalId: 'one of many' };
      await insertManyPayouts(desk.database, accountId, { externalId: filter.externalId, count: 10_003 });
      const fields = ['statuses', 'sets', 'currencies'];
      expect(await facetsOf(api, { list: 'payout', fields, filter })).toEqual({
        statuses: { REJECTED: '10000+' },
        sets: {},
        currencies: { XOF: '10000+' },
      });
      await removePayouts(desk.database, [filter.externalId]);
    });

    it('filters by up to 100 ids, in upper or lower case', async () => {
      const ids = ['p-03', 'p-07'].map((name) => row(name).id);
      expect(await filtered({ ids: [...ids, ids[0]!.toUpperCase(), NOWHERE] })).toEqual(['p-03', 'p-07']);
      expect(await filtered({ ids, statuses: ['FAILED'] })).toEqual(['p-03']);
      expect(await filtered({ ids: [] })).toEqual([]);
      expect(await refusal({ filter: { ids: ['x'] } })).toEqual([['BAD_USER_INPUT', ['filter', 'ids', '0']]]);
      const many = Array.from({ length: 101 }, () => NOWHERE);
      expect(await refusal({ filter: { ids: many } })).toEqual([['BAD_USER_INPUT', ['filter', 'ids']]]);
      expect(await filtered({ ids: many.slice(1) })).toEqual([]);
    });

    it('filters by the time of the last change', async () => {
      const { edges } = await listPayouts(api, { sort: { field: 'UPDATED_AT', direction: 'DESC' }, first: 100 });
      const { updatedAt } = edges[3]!.node;
      const changedSince = edges.filter(({ node }) => node.updatedAt >= updatedAt);
      expect(changedSince.length).toBeLessThan(edges.length);
      expect(await filtered({ updatedFrom: updatedAt })).toEqual(
        changedSince.map(({ node }) => node.externalId).sort(),
      );
    });

    it('filters by any id of a payout', async () => {
      const { idempotencyKey, id, providerPayoutId, attempts } = accepted;
      for (const anyId of [id, id.toUpperCase(), providerPayoutId!, attempts[0]!.id, idempotencyKey, 'p-13']) {
        expect(await filtered({ anyId })).toEqual(['p-13']);
      }
      expect(await filtered({ anyId: lost.attempts[0]!.id })).toEqual(['p-14']);
      expect(await filtered({ anyId: row('p-03').providerPayoutId! })).toEqual(['p-03']);
      expect(await filtered({ anyId: lost.attempts[0]!.id, statuses: ['CREATED'] })).toEqual([]);
      expect(await filtered({ idempotencyKey })).toEqual(['p-13']);
    });

    it.each([
      [{ accountId: 'x' }, ['filter', 'accountId']],
      [{ anyId: 'a\0b' }, ['filter', 'anyId']],
      [{ externalId: '\0' }, ['filter', 'externalId']],
      [{ destination: '\0' }, ['filter', 'destination']],
      [{ currency: 'eur' }, ['filter', 'currency']],
      [{ amountFrom: 'ten' }, ['filter', 'amountFrom']],
      [{ amountTo: 1.5 }, ['filter', 'amountTo']],
      [{ createdFrom: '2026-02-30T00:00:00Z' }, ['filter', 'createdFrom']],
      [{ statuses: ['paid'] }, ['filter', 'statuses', '0']],
      [{ sets: ['LATE'] }, ['filter', 'sets', '0']],
      [{ id: 'p-01' }, ['filter', 'id']],
    ])('refuses to filter by %j', async (filter, field) => {
      expect(await refusal({ filter })).toEqual([['BAD_USER_INPUT', field]]);
    });

    it.each([`' OR '1'='1`, `'; DROP TABLE payouts; --`, `$1 :anyText %s \${x}`, `\\'; SELECT pg_sleep(9) --`])(
      'finds nothing when the filter is %j, and changes nothing',
      async (text) => {
        for (const field of ['anyId', 'externalId', 'idempotencyKey', 'recipient', 'destination', 'paymentType']) {
          expect(await filtered({ [field]: text })).toEqual([]);
        }
        expect(await filtered({})).toEqual(all);
      },
    );
  });

  describe('sorting', () => {
    type Node = PayoutsPage['edges'][number]['node'];
    const byText = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);
    const ORDERS: Readonly<Record<string, (left: Node, right: Node) => number>> = {
      CREATED_AT: (left, right) => byText(left.createdAt, right.createdAt),
      UPDATED_AT: (left, right) => byText(left.updatedAt, right.updatedAt),
      AMOUNT: (left, right) => compareDecimals(left.amount as DecimalString, right.amount as DecimalString),
    };

    it.each(Object.entries(ORDERS))('sorts by %s in both directions, and ties by id', async (field, order) => {
      const nodes = async (direction: string): Promise<Node[]> =>
        (await listPayouts(api, { sort: { field, direction }, first: 100 })).edges.map(({ node }) => node);
      const ascending = await nodes('ASC');
      const sorted = [...ascending].sort((left, right) => order(left, right) || byText(left.id, right.id));
      expect(ascending).toEqual(sorted);
      expect(ascending.map(({ externalId }) => externalId).sort()).toEqual(all);
      expect(await nodes('DESC')).toEqual([...ascending].reverse());
    });

    it('sorts the newest first by default', async () => {
      const sort = { field: 'CREATED_AT', direction: 'DESC' };
      expect(names(await listPayouts(api, { first: 100 }))).toEqual(
        names(await listPayouts(api, { sort, first: 100 })),
      );
      expect(names(await listPayouts(api, { sort: { field: 'AMOUNT' }, first: 1 }))).toEqual(['p-11']);
    });

    it.each([
      [{ field: 'id' }, 'field'],
      [{ field: 'CREATED_AT; --' }, 'field'],
      [{ field: 'AMOUNT', direction: 'asc' }, 'direction'],
    ])('refuses to sort by %j', async (sort, field) => {
      expect(await refusal({ sort })).toEqual([['BAD_USER_INPUT', ['sort', field]]]);
    });
  });

  describe('paging', () => {
    it.each(SORTS)('pages through every payout once in both directions, by $field $direction', async (sort) => {
      const cheap = { amountTo: '1000' };
      for (const { size, filter } of [
        { size: 1, filter: {} },
        { size: 5, filter: cheap },
        { size: 14, filter: {} },
      ]) {
        const whole = await listPayouts(api, { filter, sort, first: 100 });
        const forward = await walkPayouts(api, { filter, sort, size, way: 'forward' });
        expect(forward.flatMap(names)).toEqual(names(whole));
        const backward = await walkPayouts(api, { filter, sort, size, way: 'backward' });
        expect([...backward].reverse().flatMap(names)).toEqual(names(whole));
        for (const page of [...forward, ...backward]) expect(page.totalCount).toBe(whole.totalCount);
      }
    });

    it.each(['forward', 'backward'] as const)(
      'pages read %s show each earlier payout once, even if others are created meanwhile',
      async (way) => {
        const added: string[] = [];
        const betweenPages = async (): Promise<void> => {
          const rows = [payoutRow(randomUUID()), payoutRow(randomUUID(), { createdAt: '2025-01-01T00:00:00Z' })];
          await insertPayouts(desk.database, accountId, rows);
          added.push(...rows.map(({ externalId }) => externalId));
        };
        const sort = { field: 'CREATED_AT', direction: 'DESC' };
        const seen = (await walkPayouts(api, { sort, size: 3, way, betweenPages })).flatMap(names);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((name) => !added.includes(name)).sort()).toEqual(all);
        await removePayouts(desk.database, added);
      },
    );

    it('every page shows whether there are payouts before and after it', async () => {
      const sort = { field: 'AMOUNT', direction: 'ASC' };
      const sides = ({ pageInfo }: PayoutsPage): boolean[] => [pageInfo.hasPreviousPage, pageInfo.hasNextPage];
      const pages = await walkPayouts(api, { sort, size: 5, way: 'forward' });
      expect(pages.map(sides)).toEqual([
        [false, true],
        [true, true],
        [true, false],
      ]);
      const beyond = await listPayouts(api, { sort, first: 5, after: pages.at(-1)!.pageInfo.endCursor });
      expect(beyond).toMatchObject({ edges: [], pageInfo: { startCursor: null, endCursor: null }, totalCount: 14 });
      expect(sides(beyond)).toEqual([true, false]);
    });

    it.each([
      [{ first: 0 }, 'first'],
      [{ first: -1 }, 'first'],
      [{ first: 101 }, 'first'],
      [{ first: 1.5 }, 'first'],
      [{ last: 0 }, 'last'],
      [{ last: 101 }, 'last'],
      [{ first: 1, last: 1 }, 'last'],
      [{ first: 1, before: 'x' }, 'before'],
      [{ last: 1, after: 'x' }, 'after'],
      [{ after: '' }, 'after'],
      [{ after: `' OR 1=1 --` }, 'after'],
      [{ before: Buffer.from('[1,"CREATED_AT_DESC","infinity",""]').toString('base64url') }, 'before'],
      [{ after: Buffer.from(`[1,"CREATED_AT_DESC","2026-02-30","${NOWHERE}"]`).toString('base64url') }, 'after'],
    ])('refuses a page with %j, naming %s', async (variables, argument) => {
      expect(await refusal(variables)).toEqual([['BAD_USER_INPUT', [argument]]]);
    });

    it('refuses a cursor from a list with another sorting', async () => {
      for (const made of SORTS) {
        const { startCursor: after } = (await listPayouts(api, { sort: made, first: 1 })).pageInfo;
        for (const sort of SORTS.filter((other) => other !== made)) {
          expect(await refusal({ sort, after })).toEqual([['BAD_USER_INPUT', ['after']]]);
        }
      }
    });
  });

  it('a payout has the same fields in a list as by itself', async () => {
    const fields = Object.values((desk.purser.schema.getType('Payout') as GraphQLObjectType).getFields());
    const leaves = fields.filter(({ type }) => isLeafType(getNamedType(type))).map(({ name }) => name);
    const selection = [
      ...leaves,
      'account { id } createdBy { id } editedBy { id } blockedBy { limit message } timeline { to } attempts { id }',
      'recipient { requisites name userId purgedAt } evidence { occurredAt } changeRequest { id }',
    ].join(' ');
    // Only the payouts created through the API. The others were inserted directly, and their recipients cannot be
    // decrypted.
    const made = { createdFrom: '2026-02-01T00:00:00Z' };
    const listed = await api.request<{ payouts: { nodes: readonly { readonly id: string }[] } }>(
      `query ($made: PayoutFilter) { payouts(filter: $made) { nodes { ${selection} } } }`,
      { made },
    );
    expect(listed.payouts.nodes).toHaveLength(2);
    for (const node of listed.payouts.nodes) {
      const { payout } = await api.request<{ payout: object }>(
        `query ($id: ID!) { payout(id: $id) { ${selection} } }`,
        { id: node.id },
      );
      expect(node).toEqual(payout);
    }
  });
});
