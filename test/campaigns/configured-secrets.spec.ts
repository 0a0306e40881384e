import { randomUUID } from 'node:crypto';
import { APPROVER_API_KEY, startPurser, TEST_SETTINGS, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Entry {
  readonly action: string;
  readonly subjectId: string;
  readonly after: Readonly<Record<string, unknown>>;
}

const FIRST = TEST_SETTINGS.BOOTSTRAP_API_KEY;
const SECOND = 'pk_test_second_0123456789abcdefghijklmnopqrstuv';

describe('configured secrets', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(() => database.drop());

  /** Starts replicas together with the same settings, and stops them after `look`. */
  async function deployed<Result>(
    settings: Readonly<Record<string, string>>,
    look: (purser: TestPurser) => Promise<Result>,
    { replicas = 1 } = {},
  ): Promise<Result> {
    logLines.length = 0;
    const started = await Promise.all(
      Array.from({ length: replicas }, () =>
        startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api', ...settings }),
      ),
    );
    try {
      return await look(started[0]!);
    } finally {
      await Promise.all(started.map((purser) => purser.close()));
      logLines.push(...started.flatMap((purser) => purser.logLines));
    }
  }

  const statusWith = async (purser: TestPurser, apiKey: string): Promise<number> =>
    (await purser.as(apiKey).send('{ accounts { id } }')).status;

  /** Returns the audit entries since the last call. */
  async function entries(): Promise<Entry[]> {
    const found = await database.query<Entry & { id: string; actorKind: string }>(
      `SELECT id, action, subject_id AS "subjectId", after, actor_kind AS "actorKind" FROM audit_entries
       WHERE action NOT LIKE 'access.%' AND id <> ALL($1) ORDER BY occurred_at, id`,
      [seen],
    );
    for (const { id, actorKind } of found) {
      seen.push(id);
      expect(actorKind).toBe('PURSER');
    }
    return found.map(({ action, subjectId, after }) => ({ action, subjectId, after }));
  }

  const seen: string[] = [];
  const logLines: string[] = [];

  /** Returns the lines with this event from the replicas of the last deployment. */
  const logged = (event: string): readonly string[] => logLines.filter((line) => line.includes(`"event":"${event}"`));

  it('the audit log records configured secrets once, however many replicas start with them', async () => {
    await deployed({}, () => Promise.resolve(), { replicas: 3 });
    const bootstrap = { configuredAs: 'bootstrap', name: 'bootstrap', prefix: null };
    const installed = await entries();
    expect(installed).toHaveLength(2);
    expect(installed).toEqual(
      expect.arrayContaining([
        {
          action: 'api_key.installed',
          subjectId: expect.any(String) as string,
          after: { ...bootstrap, roles: ['admin', 'auditor'] },
        },
        {
          action: 'api_key.installed',
          subjectId: expect.any(String) as string,
          after: { configuredAs: 'approver', name: 'approver', prefix: null, roles: ['approver'] },
        },
      ]),
    );
    await deployed({}, () => Promise.resolve(), { replicas: 3 });
    expect(await entries()).toEqual([]);
    expect(logged('configured_key_replaced')).toEqual([]);
  });

  it('a new secret replaces the former key, which stops working until it is configured again', async () => {
    await deployed({}, async (purser) => {
      expect(await statusWith(purser, FIRST)).toBe(200);
    });
    await entries();

    await deployed(
      { BOOTSTRAP_API_KEY: SECOND },
      async (purser) => {
        expect([await statusWith(purser, FIRST), await statusWith(purser, SECOND)]).toEqual([401, 200]);
        const { apiKeys } = await purser.admin.request<{ apiKeys: { edges: { node: unknown }[] } }>(
          '{ apiKeys(first: 10) { edges { node { name status } } } }',
        );
        expect(apiKeys.edges.map(({ node }) => node)).toEqual(
          expect.arrayContaining([
            { name: 'bootstrap', status: 'REPLACED' },
            { name: 'bootstrap', status: 'ACTIVE' },
            { name: 'approver', status: 'ACTIVE' },
          ]),
        );
      },
      { replicas: 3 },
    );
    const [replaced, installed, ...others] = await entries();
    expect([replaced!.action, installed!.action, others]).toEqual(['api_key.replaced', 'api_key.installed', []]);
    expect(replaced!.subjectId).not.toBe(installed!.subjectId);
    expect(logged('configured_key_replaced')).toEqual([
      expect.stringContaining(`"variable":"BOOTSTRAP_API_KEY","apiKeyId":"${replaced!.subjectId}"`),
    ]);
    expect(logLines.join()).not.toContain(SECOND);

    await deployed({}, async (purser) => {
      expect([await statusWith(purser, FIRST), await statusWith(purser, SECOND)]).toEqual([200, 401]);
    });
    expect(await entries()).toMatchObject([
      { action: 'api_key.replaced', subjectId: installed!.subjectId },
      { action: 'api_key.installed', subjectId: replaced!.subjectId },
    ]);
  });

  it('a secret removed from the configuration stops working', async () => {
    await deployed({}, (purser) => statusWith(purser, APPROVER_API_KEY));
    await entries();
    await deployed({ APPROVER_API_KEY: '' }, async (purser) => {
      expect(await statusWith(purser, APPROVER_API_KEY)).toBe(401);
    });
    expect(await entries()).toMatchObject([{ action: 'api_key.replaced', after: { configuredAs: 'approver' } }]);
    expect(logged('configured_key_replaced')).toEqual([expect.stringContaining('"variable":"APPROVER_API_KEY"')]);
  });

  it('a replaced account token is recorded once, without the token', async () => {
    await deployed({}, () => Promise.resolve());
    await entries();
    const token = `token-${randomUUID()}`;
    await deployed({ PROVIDER_API_TOKEN: token }, () => Promise.resolve(), { replicas: 3 });
    const lines = logged('account_token_replaced');
    await deployed({ PROVIDER_API_TOKEN: token }, () => Promise.resolve());
    const [account] = await database.query<{ id: string; name: string }>('SELECT id, name FROM accounts');
    expect(await entries()).toEqual([
      { action: 'account.token_replaced', subjectId: account!.id, after: { name: account!.name } },
    ]);
    expect(lines).toEqual([expect.stringContaining(`"accountId":"${account!.id}"`)]);
    expect(logged('account_token_replaced')).toEqual([]);
  });
});
