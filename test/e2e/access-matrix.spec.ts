import { randomUUID } from 'node:crypto';
import { OPEN_OPERATIONS } from '../../src/access/scopes/requires.decorator.js';
import { ROLE_NAMES, type Role } from '../../src/access/scopes/scopes.js';
import { committed } from '../support/generated-file.js';
import { type Operation, operationsOf } from '../support/operations.js';
import { ProtocolSocket } from '../support/protocol-socket.js';
import { startPurser, TEST_SETTINGS, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { insertKey } from '../support/api-keys.js';
import { insertStatusChange } from '../support/status-changes.js';

type Verdict = 'allowed' | 'FORBIDDEN' | 'UNAUTHENTICATED';

/**
 * The roles for operations that must stay separated: creating, approving, everything that needs two people, entering
 * money, keys and the audit log. Written out here because the table in docs/access.md is generated from the code, so a
 * change to the code would change the table with it.
 */
const SEPARATED: Readonly<Record<string, readonly Role[]>> = {
  orders: ['viewer', 'operator', 'approver', 'admin', 'auditor'],
  payouts: ['viewer', 'operator', 'approver', 'admin', 'auditor'],
  createPayout: ['operator'],
  changePayout: ['operator'],
  withdrawPayout: ['operator'],
  repeatPayout: ['operator'],
  repeatPayouts: ['operator'],
  approvePayout: ['approver'],
  declinePayout: ['approver'],
  approvePayouts: ['approver'],
  declinePayouts: ['approver'],
  withdrawPayouts: ['operator'],
  revealPayoutRecipient: ['approver'],
  raiseRecipientReadings: ['approver'],
  bindUnconfirmedPayout: ['operator', 'approver'],
  closeUnconfirmedPayout: ['operator', 'approver'],
  probeProviderPayout: ['operator', 'approver'],
  setPayoutGate: ['operator', 'approver', 'admin'],
  setPayoutPolicy: ['approver', 'admin'],
  setPayoutLimit: ['approver', 'admin'],
  updateTerminalProfile: ['approver', 'admin'],
  confirmChangeRequest: ['approver', 'admin'],
  declineChangeRequest: ['approver', 'admin'],
  fundBalance: ['operator'],
  liftCardBlock: ['admin'],
  createApiKey: ['admin'],
  revokeApiKey: ['admin'],
  endSessions: ['admin'],
  blockPerson: ['admin'],
  unblockPerson: ['admin'],
  people: ['approver', 'admin'],
  // Callers without a key may redeem one, too.
  redeemApiKey: ['viewer', 'operator', 'approver', 'admin', 'auditor'],
  // A caller can rotate and read only their own key.
  rotateApiKey: ['viewer', 'operator', 'approver', 'admin', 'auditor'],
  currentApiKey: ['viewer', 'operator', 'approver', 'admin', 'auditor'],
  apiKeys: ['approver', 'admin'],
  auditEntries: ['auditor'],
};

/** The roles that may run each operation, according to `docs/access.md`. */
function rolesByOperation(): ReadonlyMap<string, readonly Role[]> {
  const page = committed('docs/access.md');
  const [, table = ''] = page.split(/^## /m);
  const scoped = [...table.matchAll(/^\| `\w+:\w+` .*$/gm)].flatMap(([row]) => {
    const cells = row.split('|').slice(2, -1);
    const roles = ROLE_NAMES.filter((_, column) => cells[column]!.trim() === 'x');
    return namesIn(cells[ROLE_NAMES.length]!).map((name) => [name, roles] as const);
  });
  const unscoped = [...table.matchAll(/^- Every(?:body| key) may run.*$/gm)].flatMap(([line]) =>
    namesIn(line).map((name) => [name, ROLE_NAMES] as const),
  );
  return new Map([...scoped, ...unscoped]);
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
}

describe('scopes of operations', () => {
  const expected = rolesByOperation();
  let database: TestDatabase;
  let purser: TestPurser;
  let operations: readonly Operation[];
  const keys = new Map<Role, string>();

  beforeAll(async () => {
    database = await createTestDatabase();
    purser = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api' });
    operations = operationsOf(purser.schema);
    for (const role of ROLE_NAMES) keys.set(role, await insertKey(database, { name: role, roles: [role] }));
    for (const subject of ['ORDER', 'PAYOUT', 'H2H'] as const) {
      await insertStatusChange(database, subject, randomUUID());
    }
  });

  afterAll(async () => {
    await purser.close();
    await database.drop();
  });

  async function overHttp(key: string | null, { document, variables }: Operation): Promise<Verdict> {
    const response = await fetch(`${purser.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ query: document, variables }),
    });
    const { errors = [] } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    return verdictOf(errors.map(({ extensions }) => extensions.code));
  }

  it('every role gets the answers over HTTP that docs/access.md promises', async () => {
    expect([...expected.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
    for (const operation of operations) {
      if (operation.kind === 'subscription') continue;
      const verdicts = await Promise.all(ROLE_NAMES.map((role) => overHttp(keys.get(role)!, operation)));
      expect([operation.name, ...verdicts]).toEqual([operation.name, ...expectedVerdicts(operation)]);
      expect([operation.name, await overHttp(null, operation)]).toEqual([
        operation.name,
        OPEN_OPERATIONS.has(operation.name) ? 'allowed' : 'UNAUTHENTICATED',
      ]);
    }
  });

  it('every role gets the answers over WebSocket that docs/access.md promises', async () => {
    for (const role of ROLE_NAMES) {
      const socket = await ProtocolSocket.open(purser.url, keys.get(role)!);
      for (const operation of operations.filter(({ kind }) => kind === 'subscription')) {
        const isAllowed = expected.get(operation.name)!.includes(role);
        const codes = await socket.codesOf(operation, { isQuiet: isAllowed });
        expect([role, operation.name, verdictOf(codes)]).toEqual([
          role,
          operation.name,
          isAllowed ? 'allowed' : 'FORBIDDEN',
        ]);
      }
      socket.close();
    }
    expect(await ProtocolSocket.refusal(purser.url, null)).toBe(4403);
  });

  it('a query over WebSocket or a subscription over HTTP is refused as BAD_REQUEST', async () => {
    const [queries, subscriptions] = [
      operations.filter(({ kind }) => kind !== 'subscription'),
      operations.filter(({ kind }) => kind === 'subscription'),
    ];
    // A socket accepts 50 messages a second.
    for (let start = 0; start < queries.length; start += 20) {
      const socket = await ProtocolSocket.open(purser.url, TEST_SETTINGS.BOOTSTRAP_API_KEY);
      for (const operation of queries.slice(start, start + 20)) {
        expect([operation.name, ...(await socket.codesOf(operation, { isQuiet: false }))]).toEqual([
          operation.name,
          'BAD_REQUEST',
        ]);
      }
      socket.close();
    }
    for (const { document } of subscriptions) {
      expect((await purser.api.send(document)).errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
    }
  });

  it.each(Object.entries(SEPARATED))('docs/access.md allows %s only to %j', (name, roles) => {
    expect(expected.get(name)).toEqual(roles);
  });

  function expectedVerdicts({ name }: Operation): Verdict[] {
    return ROLE_NAMES.map((role) => (expected.get(name)!.includes(role) ? 'allowed' : 'FORBIDDEN'));
  }
});

function verdictOf(codes: readonly string[]): Verdict {
  if (codes.includes('UNAUTHENTICATED')) return 'UNAUTHENTICATED';
  return codes.includes('FORBIDDEN') ? 'FORBIDDEN' : 'allowed';
}
