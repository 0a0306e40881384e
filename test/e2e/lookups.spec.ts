import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Scope } from '../../src/access/scopes/scopes.js';
import { declineChange, openChanges, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { insertKey } from '../support/api-keys.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { fundedEntry, newAccount } from '../support/ledger.js';
import { createdOrder } from '../support/orders.js';
import { payoutInput, recordedPayout, setPayoutPolicy } from '../support/payouts.js';
import { insertDiscrepancy, insertFinishedRun, insertImport, insertWebhook } from '../support/rows-of-accounts.js';

/** For each look-up: the required scope, the list with the same objects, and the fields to compare. */
const LOOKUPS: readonly (readonly [name: string, scope: Scope, list: string, fields: string])[] = [
  ['apiKey', 'keys:confirm', 'apiKeys', 'name roles scopes status createdAt accounts { id }'],
  ['discrepancy', 'reconciliation:read', 'discrepancies', 'kind openedAt closedAt payoutId providerPayoutId'],
  ['ledgerEntry', 'ledger:read', 'ledgerEntries', 'kind from to amount currency reference occurredAt actor { id }'],
  ['reconciliationRun', 'reconciliation:read', 'reconciliationRuns', 'status trigger startedAt finishedAt'],
  ['statementImport', 'reconciliation:read', 'statementImports', 'importedAt lines matching pending absent'],
  ['webhookEvent', 'webhooks:read', 'webhookEvents', 'source state firstReceivedAt account { id }'],
];

describe('look-ups', () => {
  let desk: Desk;
  let ownAccount: string;

  beforeAll(async () => {
    desk = await openDesk({ PURSER_ROLES: 'api' });
    const { accounts } = await desk.purser.api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    const accountId = (ownAccount = accounts[0]!.id);
    for (const insert of [insertDiscrepancy, insertFinishedRun, insertImport, insertWebhook]) {
      await insert(desk.database, accountId);
      await insert(desk.database, accountId);
    }
    for (let count = 0; count < 2; count += 1) await fundedEntry(desk.purser.api, accountId);
  });

  afterAll(() => desk.close());

  it.each(LOOKUPS)('%s returns what its list shows, and null for an unknown id', async (name, scope, list, fields) => {
    const api = await desk.keyWith([scope]);
    const listed = await api.request<Record<string, { nodes: { id: string }[] }>>(
      `{ ${list} { nodes { id ${fields} } } }`,
    );
    const [first, second] = listed[list]!.nodes;
    // One request for two ids, not in the order of the list, and an unknown id.
    const found = await api.request<Record<string, unknown>>(
      `query ($first: ID!, $second: ID!, $unknown: ID!) { second: ${name}(id: $second) { id ${fields} }
         unknown: ${name}(id: $unknown) { id } first: ${name}(id: $first) { id ${fields} } }`,
      { first: first!.id.toUpperCase(), second: second!.id, unknown: randomUUID() },
    );
    expect(found).toEqual({ first, second, unknown: null });
    const { errors } = await api.send(`{ ${name}(id: "none") { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: ['id'] } }]);
  });

  it.each([...LOOKUPS.map(([name, scope]) => [name, scope] as const), ['auditEntry', 'audit:read'] as const])(
    '%s requires the scope of its list',
    async (name, scope) => {
      const api = await desk.keyWith(['orders:read', 'keys:rotate']);
      const { errors } = await api.send(`{ ${name}(id: "${randomUUID()}") { id } }`);
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      expect(errors[0]!.message).toContain(scope);
    },
  );

  describe('search', () => {
    const FIND =
      'query ($text: String!, $first: Int) { find(text: $text, first: $first) { kind id title status matched } }';

    interface Hit {
      readonly kind: string;
      readonly id: string;
      readonly title: string;
      readonly matched: string;
    }

    async function found(api: GraphqlClient, text: string, first = 8): Promise<readonly Hit[]> {
      const { find } = await api.request<{ find: readonly Hit[] }>(FIND, { text, first });
      return find;
    }

    it('finds an object by its id, or by the beginning or end of its external id, exact matches first', async () => {
      const api = await desk.keyWith(['payouts:read', 'orders:read']);
      const word = `may${randomUUID().slice(0, 8)}`;
      const order = await createdOrder(desk.purser.api, { externalId: `${word}-20` });
      const payout = await recordedPayout(desk.purser.api, payoutInput({ externalId: `${word}-2` }));
      expect(await found(api, word)).toHaveLength(2);
      expect(await found(api, `${word.slice(4)}-20`)).toMatchObject([{ id: order.id, matched: `${word}-20` }]);
      expect(await found(api, word.slice(4))).toEqual([]);
      expect(await found(api, ` ${word.toUpperCase()}-2 `)).toMatchObject([
        { kind: 'PAYOUT', id: payout.id, title: `${word}-2`, matched: `${word}-2` },
        { kind: 'ORDER', id: order.id },
      ]);
      expect(await found(api, word, 1)).toHaveLength(1);
      // Newer objects whose ids contain the text do not push an exact match out of the first result.
      for (const last of [1, 2, 3]) await createdOrder(desk.purser.api, { externalId: `${word}-2${last}` });
      expect(await found(api, `${word}-2`, 1)).toMatchObject([{ id: payout.id }]);
      expect(await found(api, `${word}-20`, 1)).toMatchObject([{ id: order.id }]);
      const [attempt] = payout.attempts;
      for (const id of [payout.id.toUpperCase(), attempt!.id]) {
        expect(await found(api, id)).toMatchObject([{ kind: 'PAYOUT', id: payout.id }]);
      }
      expect(await found(api, order.providerOrderId)).toMatchObject([{ kind: 'ORDER', id: order.id }]);
    });

    it('an exact id finds only its object, and only if the caller may read it', async () => {
      const word = `june${randomUUID().slice(0, 8)}`;
      const named = await createdOrder(desk.purser.api, { externalId: word });
      const longer = await recordedPayout(desk.purser.api, payoutInput({ externalId: `${word}-2` }));
      expect(await found(desk.purser.api, word)).toMatchObject([{ kind: 'ORDER', id: named.id, matched: word }]);
      const payoutReader = await desk.keyWith(['payouts:read']);
      expect(await found(payoutReader, word)).toMatchObject([{ kind: 'PAYOUT', id: longer.id }]);
    });

    it.each([
      ['DISCREPANCY', 'reconciliation:read', 'discrepancies'],
      ['WEBHOOK_EVENT', 'webhooks:read', 'webhookEvents'],
      ['API_KEY', 'keys:confirm', 'apiKeys'],
    ] as const)('only callers who may list a kind of object find it: %s', async (kind, scope, list) => {
      const api = await desk.keyWith([scope]);
      const listed = await api.request<Record<string, { nodes: { id: string }[] }>>(`{ ${list} { nodes { id } } }`);
      const { id } = listed[list]!.nodes[0]!;
      expect(await found(api, id)).toMatchObject([{ kind, id, matched: id }]);
      expect(await found(await desk.keyWith(['payouts:read', 'orders:read']), id)).toEqual([]);
    });

    it('a caller bound to accounts finds only objects of those accounts', async () => {
      const { id } = await recordedPayout(desk.purser.api);
      const accounts = [ownAccount, await newAccount(desk)];
      const [own, other] = await Promise.all(
        accounts.map((account) => insertKey(desk.database, { scopes: ['payouts:read'], accountIds: [account] })),
      );
      expect(await found(desk.purser.as(own!), id)).toMatchObject([{ id }]);
      expect(await found(desk.purser.as(other!), id)).toEqual([]);
    });

    it.each([
      [{ text: 'ab' }, 'text'],
      [{ text: 'abc', first: 0 }, 'first'],
      [{ text: 'abc', first: 21 }, 'first'],
    ])('refuses to search with %j', async (variables, field) => {
      const { errors } = await desk.purser.api.send(FIND, variables);
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: [field] } }]);
    });
  });

  it('any caller sees the desk, its roles, and the names behind ids', async () => {
    const { viewer, desk: shown } = await desk.purser.admin.request<{
      viewer: { actor: { id: string; name: string }; roles: string[] };
      desk: unknown;
    }>('{ viewer { actor { id name } roles } desk { environment merchantName version } }');
    expect(viewer.roles).toEqual(['ADMIN', 'AUDITOR']);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    expect(shown).toEqual({ environment: 'SANDBOX', merchantName: 'Purser', version });
    const reader = await desk.keyWith(['orders:read']);
    const ACTORS = 'query ($ids: [ID!]!) { actors(ids: $ids) { id name } }';
    const ids = [randomUUID(), viewer.actor.id];
    expect(await reader.request(ACTORS, { ids })).toEqual({ actors: [null, viewer.actor] });
    const { errors } = await reader.send(ACTORS, { ids: Array.from({ length: 101 }, () => viewer.actor.id) });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: ['ids'] } }]);
  });

  describe('change requests', () => {
    const DOCUMENT = 'query ($id: ID!) { changeRequest(id: $id) { id kind status contentHash } }';

    it('finds a change request while it is open and after it was declined', async () => {
      const change = proposed(await setPayoutPolicy(desk.purser.approver, { fromAmount: '0', approvers: 1 }));
      const { id, kind, contentHash } = change;
      const api = await desk.keyWith(['payouts:read']);
      expect(await openChanges(api)).toContainEqual(change);
      expect(await api.request(DOCUMENT, { id })).toEqual({
        changeRequest: { id, kind, contentHash, status: 'PENDING' },
      });
      await declineChange(desk.purser.admin, change);
      expect(await api.request(DOCUMENT, { id })).toEqual({
        changeRequest: { id, kind, contentHash, status: 'DECLINED' },
      });
      expect(await api.request(DOCUMENT, { id: randomUUID() })).toEqual({ changeRequest: null });
    });

    it('finds open change requests by kind and subject', async () => {
      const change = proposed(
        await setPayoutPolicy(desk.purser.approver, { currency: 'BRL', fromAmount: '7', approvers: 1 }),
      );
      const { id, subject } = change;
      const find = async (args: string): Promise<string[]> => {
        const { changeRequests } = await desk.purser.approver.request<{ changeRequests: { id: string }[] }>(
          `{ changeRequests(${args}) { id } }`,
        );
        return changeRequests.map((found) => found.id);
      };
      expect(await find(`kinds: [PAYOUT_POLICY], subject: ${JSON.stringify(subject)}`)).toEqual([id]);
      expect(await find(`subject: ${JSON.stringify(subject)}`)).toEqual([id]);
      expect(await find('kinds: [PAYOUT_POLICY]')).toContain(id);
      expect(await find('kinds: [PAYOUT_LIMIT, PAYOUT_GATE]')).not.toContain(id);
      expect(await find('kinds: [PAYOUT_POLICY], subject: "payout_gate"')).toEqual([]);
      expect(await find('kinds: []')).toEqual([]);
      await declineChange(desk.purser.admin, change);
      expect(await find(`subject: ${JSON.stringify(subject)}`)).toEqual([]);
    });

    it('hides change requests of kinds that the caller may not see', async () => {
      const expiresAt = new Date(Date.now() + 1e9).toISOString();
      const { createApiKey } = await desk.purser.admin.request<{ createApiKey: { changeRequest: { id: string } } }>(
        'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { changeRequest { id } } }',
        { input: { name: 'x', roles: ['VIEWER'], expiresAt } },
      );
      const { id } = createApiKey.changeRequest;
      const reader = await desk.keyWith(['payouts:read']);
      expect(await reader.request(DOCUMENT, { id })).toEqual({ changeRequest: null });
      const confirmer = await desk.keyWith(['payouts:read', 'keys:confirm']);
      expect(await confirmer.request(DOCUMENT, { id })).toMatchObject({ changeRequest: { id, kind: 'API_KEY' } });
    });
  });
});
