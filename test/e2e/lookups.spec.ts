import { randomUUID } from 'node:crypto';
import type { Scope } from '../../src/scopes/scopes.js';
import { declineChange, openChanges, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { fundedEntry } from '../support/ledger.js';
import { setPayoutPolicy } from '../support/payouts.js';
import { insertDiscrepancy, insertFinishedRun, insertImport, insertWebhook } from '../support/rows-of-accounts.js';

/** An object as it is listed and as it is looked up: its scope, its list, and what is asked for of it. */
const LOOKUPS: readonly (readonly [name: string, scope: Scope, list: string, fields: string])[] = [
  ['apiKey', 'keys:confirm', 'apiKeys', 'name roles scopes status createdAt accounts { id }'],
  ['discrepancy', 'reconciliation:read', 'discrepancies', 'kind openedAt closedAt payoutId providerPayoutId'],
  ['ledgerEntry', 'ledger:read', 'ledgerEntries', 'kind from to amount currency reference occurredAt actor { id }'],
  ['reconciliationRun', 'reconciliation:read', 'reconciliationRuns', 'status trigger startedAt finishedAt'],
  ['statementImport', 'reconciliation:read', 'statementImports', 'importedAt lines matching pending absent'],
  ['webhookEvent', 'webhooks:read', 'webhookEvents', 'source state firstReceivedAt account { id }'],
];

describe('an object looked up by its id', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({ PURSER_ROLES: 'api' });
    const { accounts } = await desk.purser.api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    const accountId = accounts[0]!.id;
    for (const insert of [insertDiscrepancy, insertFinishedRun, insertImport, insertWebhook]) {
      await insert(desk.database, accountId);
      await insert(desk.database, accountId);
    }
    for (let count = 0; count < 2; count += 1) await fundedEntry(desk.purser.api, accountId);
  });

  afterAll(() => desk.close());

  it.each(LOOKUPS)(
    'is what its list shows, and null for an id that nothing has: %s',
    async (name, scope, list, fields) => {
      const api = await desk.keyWith([scope]);
      const listed = await api.request<Record<string, { nodes: { id: string }[] }>>(
        `{ ${list} { nodes { id ${fields} } } }`,
      );
      const [first, second] = listed[list]!.nodes;
      // Together, in another order than the list has them in, and with one that is not there.
      const found = await api.request<Record<string, unknown>>(
        `query ($first: ID!, $second: ID!, $unknown: ID!) { second: ${name}(id: $second) { id ${fields} }
         unknown: ${name}(id: $unknown) { id } first: ${name}(id: $first) { id ${fields} } }`,
        { first: first!.id.toUpperCase(), second: second!.id, unknown: randomUUID() },
      );
      expect(found).toEqual({ first, second, unknown: null });
      const { errors } = await api.send(`{ ${name}(id: "none") { id } }`);
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: ['id'] } }]);
    },
  );

  it.each([...LOOKUPS.map(([name, scope]) => [name, scope] as const), ['auditEntry', 'audit:read'] as const])(
    'needs the scope of its list: %s',
    async (name, scope) => {
      const api = await desk.keyWith(['orders:read', 'keys:rotate']);
      const { errors } = await api.send(`{ ${name}(id: "${randomUUID()}") { id } }`);
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      expect(errors[0]!.message).toContain(scope);
    },
  );

  describe('of a change request', () => {
    const DOCUMENT = 'query ($id: ID!) { changeRequest(id: $id) { id kind status contentHash } }';

    it('is found while it waits and after it was declined', async () => {
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

    it('finds nothing of a kind that its caller does not see', async () => {
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
