import { randomUUID } from 'node:crypto';
import { type DocumentNode, Kind, parse, print, visit } from 'graphql';
import { ACCOUNT_REACH, type AccountReach } from '../../src/access/accounts/account-reach.js';
import { OPEN_OPERATIONS } from '../../src/access/scopes/requires.decorator.js';
import { type Scope, SCOPES } from '../../src/access/scopes/scopes.js';
import { LOG_START, toCursor } from '../../src/platform/events/status-change.js';
import { scopeOf } from '../support/access-page.js';
import { insertKey } from '../support/api-keys.js';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlAnswer, GraphqlClient } from '../support/graphql-client.js';
import { compareBalance, fundedEntry, newAccount } from '../support/ledger.js';
import { type Operation, operationsOf } from '../support/operations.js';
import { createdOrder } from '../support/orders.js';
import {
  agreedOn,
  payoutInput,
  recordedPayout,
  setPayoutGate,
  setPayoutLimit,
  setPayoutPolicy,
} from '../support/payouts.js';
import {
  insertChangeRequest,
  insertDiscrepancy,
  insertFinishedRun,
  insertImport,
  insertWebhook,
  moveToAccount,
} from '../support/rows-of-accounts.js';
import { changedSubjects, insertStatusChange, type StatusSubject } from '../support/status-changes.js';

/** Operations that concern all accounts, so a key bound to accounts may not run them. */
const FOR_ALL_ACCOUNTS = [
  'apiKey',
  'apiKeys',
  'auditEntries',
  'auditEntry',
  'blockPerson',
  'changeRequest',
  'changeRequests',
  'createApiKey',
  'endSessions',
  'liftCardBlock',
  'markSetupStep',
  'people',
  'person',
  'replayWebhookEvents',
  'revokeApiKey',
  'setPayoutGate',
  'setPayoutLimit',
  'setPayoutPolicy',
  'unblockPerson',
  'webhookHealth',
];

const SEPARATED: readonly Scope[] = ['payouts:create', 'payouts:approve', 'keys:manage'];
const SHARED = SCOPES.filter((scope) => !SEPARATED.includes(scope));

const NOTHING = randomUUID();

function manyPayouts(name: string, input: string): string {
  return `mutation { ${name}(input: { ${input} }) { results { userErrors { code } } } }`;
}

/** Larger documents for operations that would refuse the smallest one before they look at the account. */
const FURTHER: Readonly<Record<string, string>> = {
  createPayout: `mutation { createPayout(input: { idempotencyKey: "x", amount: "5", currency: "BRL", paymentType: "EMAIL",
    recipient: { name: "Ana Souza", requisites: "ana@example.com", userId: "u" } }) { __typename } }`,
  approvePayouts: manyPayouts('approvePayouts', `items: [{ payoutId: "${NOTHING}", contentHash: "x" }]`),
  declinePayouts: manyPayouts('declinePayouts', `payoutIds: ["${NOTHING}"], reason: "x"`),
  withdrawPayouts: manyPayouts('withdrawPayouts', `payoutIds: ["${NOTHING}"], reason: "x"`),
  repeatPayouts: manyPayouts('repeatPayouts', `items: [{ payoutId: "${NOTHING}", idempotencyKey: "x" }]`),
  previewPayouts: `{ previewPayouts(input: { payouts: [{ accountId: "${NOTHING}", idempotencyKey: "x", amount: "5",
    currency: "BRL", paymentType: "EMAIL", recipient: { name: "Ana Souza", requisites: "ana@example.com", userId: "u" } }] }) {
    userErrors { code } foreseen { status } } }`,
  payoutBanks: '{ payoutBanks(phone: "+79123456789") { __typename } }',
};

/** For each kind of object: an id in the key's own account, and one in another account. */
type Ids = Readonly<Record<string, { readonly own: string; readonly others: string }>>;

describe('key bound to accounts', () => {
  let desk: Desk;
  let operations: ReadonlyMap<string, Operation>;
  let own: string;
  let others: string;
  let ids: Ids;
  const keys = new Map<string, GraphqlClient>();

  beforeAll(async () => {
    desk = await openDesk({ PURSER_ROLES: 'api' });
    operations = new Map(operationsOf(desk.purser.schema).map((operation) => [operation.name, operation]));
    const { accounts } = await desk.purser.api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    own = accounts[0]!.id;
    others = await newAccount(desk);
    ids = {
      orders: { own: (await createdOrder(desk.purser.api)).id, others: (await createdOrder(desk.purser.api)).id },
      payouts: { own: (await recordedPayout(desk.purser.api)).id, others: (await recordedPayout(desk.purser.api)).id },
      discrepancies: {
        own: await insertDiscrepancy(desk.database, own),
        others: await insertDiscrepancy(desk.database, others),
      },
      ledger_entries: {
        own: await fundedEntry(desk.purser.api, own),
        others: await fundedEntry(desk.purser.api, others),
      },
      reconciliation_runs: {
        own: await insertFinishedRun(desk.database, own),
        others: await insertFinishedRun(desk.database, others),
      },
      statement_imports: {
        own: await insertImport(desk.database, own),
        others: await insertImport(desk.database, others),
      },
      webhook_events: {
        own: await insertWebhook(desk.database, own),
        others: await insertWebhook(desk.database, others),
      },
      change_requests: {
        own: await insertChangeRequest(desk.database, own),
        others: await insertChangeRequest(desk.database, others),
      },
    };
    // Moves these objects, as if they had been created in the other account.
    for (const table of ['orders', 'payouts'] as const) {
      await moveToAccount(desk.database, others, { table, id: ids[table]!.others });
    }
  });

  afterAll(() => desk.close());

  /** Returns the API for a key that may run this operation and is bound to these accounts. */
  async function bound(name: string, ...accountIds: string[]): Promise<GraphqlClient> {
    const scope = scopeNeeded(name);
    const separated = SEPARATED.find((one) => one === scope) ?? 'payouts:create';
    const cached = [separated, ...accountIds].join();
    const known = keys.get(cached);
    if (known) return known;
    const secret = await insertKey(desk.database, { scopes: [...SHARED, separated], accountIds });
    const api = desk.purser.as(secret);
    keys.set(cached, api);
    return api;
  }

  function scopeNeeded(name: string): Scope | undefined {
    const { schema } = desk.purser;
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      const field = root?.getFields()[name];
      if (field) return scopeOf(field);
    }
    return undefined;
  }

  /** Sends an operation with this value at its path. */
  function send(
    api: GraphqlClient,
    name: string,
    { path, value }: { readonly path: readonly string[]; readonly value: string },
  ): Promise<GraphqlAnswer<unknown>> {
    const { document, variables } = operationOf(name);
    // In a list the value replaces the only entry.
    if (document.includes(NOTHING)) return api.send(document.replace(NOTHING, value), variables);
    return api.send(withSelection(print(withValue(parse(document), path, value)), name), variables);
  }

  /** Returns a document for the operation that is valid up to the point where the account matters. */
  function operationOf(name: string): Pick<Operation, 'document' | 'variables'> {
    const { document, variables } = operations.get(name)!;
    return { document: FURTHER[name] ?? document, variables };
  }

  /** Selects as much of the answer as shows whether the object was found. */
  function withSelection(document: string, name: string): string {
    const { kind } = operations.get(name)!;
    if (kind === 'mutation') return document.replace('__typename', 'userErrors { code }');
    return ACCOUNT_REACH[name]?.kind === 'object' ? document.replace('__typename', 'id') : document;
  }

  const reaching = <Kind extends AccountReach['kind']>(
    kind: Kind,
  ): (readonly [string, Extract<AccountReach, { kind: Kind }>])[] =>
    Object.entries(ACCOUNT_REACH).filter(
      (entry): entry is [string, Extract<AccountReach, { kind: Kind }>] => entry[1].kind === kind,
    );

  const counts: readonly string[] = ['orderFacets', 'payoutFacets', 'balanceComparisons'];
  const lists = reaching('page').filter(([name]) => !name.endsWith('Series') && !counts.includes(name));
  const series = reaching('page').filter(([name]) => name.endsWith('Series'));

  const outcome = ({ data, errors }: GraphqlAnswer<unknown>): unknown => ({
    data,
    errors: errors.map(({ extensions, message }) => [extensions.code, message.replaceAll(/[0-9a-f-]{36}/g, '<id>')]),
  });

  it('every operation of the schema restricts the key to its accounts or is closed to it', () => {
    const known = [...Object.keys(ACCOUNT_REACH), ...FOR_ALL_ACCOUNTS];
    expect(known.sort()).toEqual([...operations.keys()].sort());
  });

  it.each(FOR_ALL_ACCOUNTS)('the key may not run %s, which concerns all accounts', async (name) => {
    const { document, variables } = operations.get(name)!;
    const { errors } = await (await bound(name, own)).send(document, variables);
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(errors[0]!.message).toContain('for all accounts');
  });

  it.each(reaching('object'))('the key finds no object in another account by %s', async (name, { of, path }) => {
    const api = await bound(name, own);
    const unknown = outcome(await send(api, name, { path, value: randomUUID() }));
    expect(outcome(await send(api, name, { path, value: ids[of]!.others }))).toEqual(unknown);
    // Callers who may see the object do find it.
    expect(outcome(await send(api, name, { path, value: ids[of]!.own }))).not.toEqual(unknown);
    expect(outcome(await send(await bound(name, others), name, { path, value: ids[of]!.others }))).not.toEqual(unknown);
  });

  it.each(reaching('account'))('the key cannot act for another account by %s', async (name, { path }) => {
    const api = await bound(name, own);
    const unknown = outcome(await send(api, name, { path, value: randomUUID() }));
    expect(outcome(await send(api, name, { path, value: others }))).toEqual(unknown);
    expect(outcome(await send(api, name, { path, value: own }))).not.toEqual(unknown);
    // Without an account, the configured account is meant, even if the caller may not act for it.
    if (name !== 'updateTerminalProfile') {
      const { document, variables } = operationOf(name);
      const unnamed = await (await bound(name, others)).send(withSelection(document, name), variables);
      expect(outcome(unnamed)).toEqual(unknown);
    }
  });

  it.each(reaching('accounts'))('the key cannot act for another account by an item of %s', async (name, { path }) => {
    const api = await bound(name, own);
    const unknown = outcome(await send(api, name, { path, value: randomUUID() }));
    expect(outcome(await send(api, name, { path, value: others }))).toEqual(unknown);
    expect(outcome(await send(api, name, { path, value: own }))).not.toEqual(unknown);
    // Without an account, the configured account is meant, even if the caller may not act for it.
    const unnamed = FURTHER[name]!.replace(`accountId: "${NOTHING}", `, '');
    expect(outcome(await (await bound(name, others)).send(unnamed))).toEqual(unknown);
    expect(outcome(await api.send(unnamed))).not.toEqual(unknown);
  });

  it.each(lists)('the key lists only what belongs to its account: %s', async (name, { path }) => {
    const isPlain = ['balances', 'find'].includes(name);
    const listed = async (api: GraphqlClient, accountId?: string): Promise<GraphqlAnswer<Record<string, unknown>>> => {
      // The text is part of every order's purpose here.
      const given = name === 'find' ? ['text: "tickets"'] : [];
      const named = `accountId: "${accountId ?? ''}"`;
      if (accountId !== undefined) given.push(path.length === 1 ? named : `filter: { ${named} }`);
      const selection = isPlain ? '{ account { id } }' : '{ totalCount edges { node { account { id } } } }';
      return api.send(`{ ${name}${given.length === 0 ? '' : `(${given.join()})`} ${selection} }`);
    };
    const accountsIn = (answer: GraphqlAnswer<Record<string, unknown>>): string[] =>
      JSON.stringify(answer.data).match(/(?<="account":\{"id":")[^"]+/g) ?? [];
    const [api, both] = [await bound(name, own), await bound(name, own, others)];
    await ensureOne(name);
    const all = accountsIn(await listed(await bound(name)));
    expect(new Set(all)).toEqual(new Set([own, others]));
    const count = all.filter((accountId) => accountId === own).length;
    expect(accountsIn(await listed(api))).toEqual(Array.from({ length: count }, () => own));
    expect(accountsIn(await listed(api, own))).toHaveLength(count);
    const none = await listed(api, others);
    expect([none.errors, accountsIn(none)]).toEqual([[], []]);
    if (!isPlain) expect((await listed(api)).data).toMatchObject({ [name]: { totalCount: count } });
    expect((await listed(both)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: path } }]);
    expect(new Set(accountsIn(await listed(both, others)))).toEqual(new Set([others]));
  });

  it.each(counts)('the key counts only what belongs to its account: %s', async (name) => {
    const counted = async (api: GraphqlClient, accountId: string): Promise<number> => {
      const answer = await api.request(
        name.endsWith('Facets')
          ? `{ ${name}(filter: { accountId: "${accountId}" }) { statuses { count } } }`
          : `{ ${name}(accountId: "${accountId}", currency: "EUR") { totalCount } }`,
      );
      return (JSON.stringify(answer).match(/(?<=[cC]ount":)\d+/g) ?? []).reduce((sum, count) => sum + Number(count), 0);
    };
    for (const accountId of [own, others]) {
      if (name === 'balanceComparisons')
        await compareBalance(desk.purser.api, { accountId, currency: 'EUR', providerFigure: '5' });
      expect(await counted(desk.purser.api, accountId)).toBeGreaterThan(0);
    }
    const api = await bound(name, own);
    expect(await counted(api, own)).toBe(await counted(desk.purser.api, own));
    expect(await counted(api, others)).toBe(0);
  });

  it.each(series)('the key counts only what belongs to its account: %s', async (name) => {
    const input = 'from: "2026-01-01T00:00:00Z", to: "2046-01-01T00:00:00Z", bucket: MONTH, currency: "EUR"';
    const ask = (api: GraphqlClient, accountId?: string): Promise<GraphqlAnswer<Record<string, unknown[]>>> =>
      api.send(
        `{ ${name}(input: { ${input}${accountId === undefined ? '' : `, accountId: "${accountId}"`} }) { __typename } }`,
      );
    const [one, both] = [await bound(name, own), await bound(name, own, others)];
    expect((await ask(one)).errors).toEqual([]);
    expect(await ask(one, others)).toMatchObject({ data: { [name]: [] }, errors: [] });
    expect((await ask(both)).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', field: ['input', 'accountId'] } },
    ]);
  });

  it('variables are restricted like literals', async () => {
    const api = await bound('orders', own);
    const document = `query ($filter: OrderFilter) {
      a: orders(filter: $filter) { edges { node { accountId account { id } } } } b: orders(filter: $filter) { totalCount } }`;
    for (const [filter, count] of [
      [{ accountId: others }, 0],
      [{ accountId: own.toUpperCase() }, 1],
      [null, 1],
    ] as const) {
      const { a, b } = await api.request<{ a: { edges: { node: object }[] }; b: { totalCount: number } }>(document, {
        filter,
      });
      expect(new Set(a.edges.map(({ node }) => JSON.stringify(node))).size).toBe(count);
      expect(b.totalCount).toBe(a.edges.length);
      for (const { node } of a.edges) expect(node).toEqual({ accountId: own, account: { id: own } });
    }
  });

  /** Inserts a row for each account into a list that would otherwise be empty. */
  async function ensureOne(name: string): Promise<void> {
    const insert = { reconciliationRuns: insertFinishedRun, statementImports: insertImport }[name];
    for (const accountId of [own, others]) {
      await insert?.(desk.database, accountId);
      if (name !== 'balances' && name !== 'ledgerEntries') continue;
      await (
        await bound('fundBalance')
      ).request('mutation ($input: FundBalanceInput!) { fundBalance(input: $input) { userErrors { code } } }', {
        input: { accountId, currency: 'EUR', amount: '5', reference: 'x', idempotencyKey: randomUUID() },
      });
    }
  }

  it('the key sees its accounts, the rules for all accounts and its own rules', async () => {
    for (const accountId of [own, others, null]) {
      await agreedOn(desk.purser, setPayoutPolicy, { accountId, fromAmount: '0', approvers: 0 });
      const limit = { kind: 'LARGEST_PAYOUT', accountId, currency: 'EUR', value: '1000000' };
      await agreedOn(desk.purser, setPayoutLimit, limit);
    }
    const api = await bound('accounts', own);
    const seen = await api.request<Record<string, { account: { id: string } | null }[]>>(
      '{ accounts { id } payoutPolicies { account { id } } payoutLimits { account { id } } }',
    );
    expect(seen['accounts']).toEqual([{ id: own }]);
    for (const name of ['payoutPolicies', 'payoutLimits']) {
      expect([name, new Set(seen[name]!.map(({ account }) => account?.id ?? null))]).toEqual([
        name,
        new Set([own, null]),
      ]);
    }
  });

  it('the key sees account names, and the terminal only with its own scope', async () => {
    const page = 'orders { edges { node { account { id name createdAt } } } }';
    const { accounts } = await desk.purser.api.request<{ accounts: object[] }>('{ accounts { id name createdAt } }');
    const reader = await desk.keyWith(['orders:read']);
    const { orders } = await reader.request<{ orders: { edges: { node: { account: object } }[] } }>(`{ ${page} }`);
    expect(orders.edges.map(({ node }) => node.account)).toEqual(expect.arrayContaining(accounts));
    const { errors } = await reader.send(
      '{ orders { edges { node { account { terminalProfile { walletVariant } } } } } }',
    );
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(errors[0]!.message).toContain('accounts:read');
  });

  it.each(reaching('changes'))('the key receives only changes in its own account: %s', async (name, { of, path }) => {
    const changed: Readonly<Record<string, readonly StatusSubject[]>> = {
      orderChanged: ['ORDER', 'H2H'],
      payoutChanged: ['PAYOUT'],
      orderStatusChanged: ['ORDER'],
      h2hStatusChanged: ['H2H'],
      payoutStatusChanged: ['PAYOUT'],
    };
    const subjects = changed[name]!;
    const { own: mine, others: theirs } = ids[of]!;
    for (const id of [theirs, mine]) await insertStatusChange(desk.database, subjects[0]!, id);
    const idField = of === 'payouts' ? 'payout { id }' : 'order { id }';
    const after = `after: "${toCursor(LOG_START)}"`;
    const subscription = await (
      await bound(name, own)
    ).subscribe<Record<string, { order?: { id: string }; payout?: { id: string } }>>(
      `subscription { ${name}(${after}) { cursor ${idField} } }`,
    );
    const subject = async (): Promise<string> => {
      const event = (await subscription.next())[name]!;
      return (event.order ?? event.payout)!.id;
    };
    const expected = await changedSubjects(desk.database, { subjects, others: !name.endsWith('StatusChanged') }, own);
    // Changes in other accounts were written before the last of these, so they would have arrived by now.
    const told: string[] = [];
    while (told.length < expected.length) told.push(await subject());
    expect(told.sort()).toEqual(expected.toSorted());
    await subscription.close();

    const named = await (
      await bound(name, own)
    ).subscribe(`subscription { ${name}(${path[0]}: "${theirs}", ${after}) { cursor } }`);
    const own_ = await (
      await bound(name, others)
    ).subscribe<unknown>(`subscription { ${name}(${path[0]}: "${theirs}", ${after}) { cursor } }`);
    expect(await own_.next()).toBeDefined();
    expect(named.received).toEqual([]);
    await Promise.all([named.close(), own_.close()]);
  });

  it('the key receives only hints about changes in its own account', async () => {
    const made = async (accountId: string): Promise<string[]> => [
      await insertDiscrepancy(desk.database, accountId),
      await insertFinishedRun(desk.database, accountId),
      await insertImport(desk.database, accountId),
      await insertChangeRequest(desk.database, accountId),
    ];
    const theirs = [others, ...(await made(others)), ...Object.values(ids).map((each) => each.others)];
    const mine = await made(own);
    await setPayoutGate(desk.purser.api, { isOpen: false, reason: 'A drill.' });
    const hints = await (
      await bound('deskChanged', own)
    ).subscribe<{ deskChanged: { subject: string; subjectId: string | null } }>(
      `subscription { deskChanged(after: "${toCursor(LOG_START)}") { cursor subject subjectId } }`,
    );
    while (hints.received.at(-1)?.deskChanged.subject !== 'GATE') await hints.next();
    const told = hints.received.map(({ deskChanged }) => deskChanged.subjectId);
    expect(told).toEqual(expect.arrayContaining(mine));
    expect(told.filter((id) => id !== null && theirs.includes(id))).toEqual([]);
    await hints.close();
  });

  it('the key sees no possible duplicates in another account', async () => {
    const input = payoutInput();
    const payouts = await Promise.all(
      [1, 2, 3].map(() => recordedPayout(desk.purser.api, { ...input, idempotencyKey: randomUUID() })),
    );
    const [mine, alike, theirs] = payouts.map(({ id }) => id);
    await moveToAccount(desk.database, others, { table: 'payouts', id: theirs! });
    const document = `{ payout(id: "${mine!}") { possibleDuplicates { id } } }`;
    const shown = await (await bound('payout', own)).request<{ payout: { possibleDuplicates: object[] } }>(document);
    expect(shown.payout.possibleDuplicates).toEqual([{ id: alike }]);
    const all = await desk.purser.api.request<{ payout: { possibleDuplicates: object[] } }>(document);
    expect(all.payout.possibleDuplicates).toHaveLength(2);
  });

  it('creating a key requires existing accounts, and the key lists its accounts', async () => {
    const create = async (
      accountIds: string[],
    ): Promise<{ apiKey: { accounts: object[] } | null; userErrors: unknown }> => {
      const data = await desk.purser.admin.request<{
        createApiKey: { apiKey: { accounts: object[] } | null; userErrors: unknown };
      }>(
        `mutation ($input: CreateApiKeyInput!) {
           createApiKey(input: $input) { apiKey { accounts { id } } userErrors { code field } } }`,
        { input: { name: 'x', roles: ['VIEWER'], expiresAt: new Date(Date.now() + 1e9).toISOString(), accountIds } },
      );
      return data.createApiKey;
    };
    expect(await create([own, own])).toEqual({ apiKey: { accounts: [{ id: own }] }, userErrors: [] });
    expect(await create([own, randomUUID()])).toEqual({
      apiKey: null,
      userErrors: [{ code: 'ACCOUNT_NOT_FOUND', field: ['input', 'accountIds'] }],
    });
    expect(await create(Array.from({ length: 21 }, () => randomUUID()))).toEqual({
      apiKey: null,
      userErrors: [{ code: 'TOO_MANY_ACCOUNTS', field: ['input', 'accountIds'] }],
    });
    const { currentApiKey } = await (
      await bound('currentApiKey', own)
    ).request<{ currentApiKey: object }>('{ currentApiKey { accounts { id } } }');
    expect(currentApiKey).toEqual({ accounts: [{ id: own }] });
    expect(OPEN_OPERATIONS.has('redeemApiKey')).toBe(true);
  });
});

/** Returns the document with another value at a path of arguments and input fields. Adds the value if it is missing. */
function withValue(document: DocumentNode, path: readonly string[], value: string): DocumentNode {
  const [argument, field] = path as [string, string?];
  const literal = { kind: Kind.STRING, value } as const;
  const named = (name: string) => ({ kind: Kind.NAME, value: name }) as const;
  let isDone = false;
  return visit(document, {
    Field: (node) => {
      if (isDone) return undefined;
      isDone = true;
      const given = (node.arguments ?? []).filter(({ name }) => name.value !== argument);
      const former = node.arguments?.find(({ name }) => name.value === argument)?.value;
      const fields = former?.kind === Kind.OBJECT ? former.fields.filter(({ name }) => name.value !== field) : [];
      const next =
        field === undefined
          ? literal
          : ({
              kind: Kind.OBJECT,
              fields: [...fields, { kind: Kind.OBJECT_FIELD, name: named(field), value: literal }],
            } as const);
      return { ...node, arguments: [...given, { kind: Kind.ARGUMENT, name: named(argument), value: next }] };
    },
  });
}
