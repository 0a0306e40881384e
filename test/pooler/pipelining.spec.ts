import pg from 'pg';
import type { DataSource } from 'typeorm';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { insertInto } from '../../src/platform/database/writes.js';
import { connectAsApplication } from '../integration/application-database.js';
import { behindPooler } from '../support/pooler.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

// Twice as many as the pooler's sessions for one database, so that sessions change hands all the time.
const CLIENTS = 40;

const ROUNDS = 12;

const OF_ROLE_MS = 2_000;

/** The ways in which a transaction ends, and whether its writes are stored afterwards. */
const ENDS = {
  commit: true,
  'refused commit': false,
  'statement that fails': false,
  'work that throws': false,
} as const;

describe('pipelined statements through a pooler', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let settings: { readonly DATABASE_URL: string };

  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true });
    await database.query('CREATE TABLE firsts (token text PRIMARY KEY); CREATE TABLE seconds (token text PRIMARY KEY)');
    await database.query(`INSERT INTO seconds VALUES ('taken')`);
    settings = behindPooler({ DATABASE_URL: database.url });
    dataSource = await connectAsApplication(settings.DATABASE_URL, {
      ...settings,
      DATABASE_POOL_SIZE: String(CLIENTS),
    });
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Runs a transaction that sends two packets: BEGIN, two settings, a lock and a read; then two writes and COMMIT. */
  async function transact(token: string, end: keyof typeof ENDS, lockMs: number): Promise<void> {
    await new UnitOfWork(dataSource).run(async (tx) => {
      await tx.commitDurably();
      await tx.limitLockWaits(lockMs);
      await tx.lockName('everybody', 'shared');
      const read = () =>
        tx.query(`SELECT $1::text AS token, setting::integer AS ms FROM pg_settings WHERE name = 'lock_timeout'`, [
          token,
        ]);
      expect(await read()).toEqual([{ token, ms: lockMs }]);
      await tx.write(insertInto('firsts', { token }));
      await tx.write(insertInto('seconds', { token: end === 'refused commit' ? 'taken' : token }));
      if (end === 'work that throws') throw new Error('work that throws');
      if (end !== 'statement that fails') return;
      // The database rejects this setting when the read behind it has already been sent.
      await tx.limitLockWaits(-lockMs);
      await read();
    });
  }

  it('pipelined statements through a pooler are all committed or all rolled back, whichever clients use the session before and after', async () => {
    const ends = Object.keys(ENDS) as (keyof typeof ENDS)[];
    const tokens = Array.from(
      { length: ROUNDS * CLIENTS },
      (_, at) => [`t${at}`, ends[(at + Math.floor(at / CLIENTS)) % ends.length]!] as const,
    );
    const failures: string[] = [];
    const follow = async (client: number): Promise<void> => {
      for (let at = client; at < tokens.length; at += CLIENTS) {
        const [token, end] = tokens[at]!;
        failures[at] = await transact(token, end, 3_000 + at).then(
          () => '',
          (error: unknown) => String(error),
        );
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => follow(client)));
    const messages = new Map(ends.map((end) => [end, new Set(failures.filter((_, at) => tokens[at]![1] === end))]));
    expect(messages.get('commit')).toEqual(new Set(['']));
    expect([...messages.get('refused commit')!]).toEqual([expect.stringContaining('pk')]);
    expect([...messages.get('work that throws')!]).toEqual(['Error: work that throws']);
    for (const message of messages.get('statement that fails')!) expect(message).toContain('"lock_timeout"');
    const kept = tokens.flatMap(([token, end]) => (ENDS[end] ? [token] : [])).toSorted();
    for (const table of ['firsts', 'seconds']) {
      const rows = await database.query<{ token: string }>(`SELECT token FROM ${table} WHERE token <> 'taken'`);
      expect(rows.map(({ token }) => token).toSorted()).toEqual(kept);
    }
  });

  it("leave no setting or lock of a transaction to the session's next client", async () => {
    const left = await Promise.all(
      Array.from({ length: CLIENTS }, () =>
        dataSource.query<{ ms: number; locks: number }[]>(
          `SELECT setting::integer AS ms, (SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory') AS locks
           FROM pg_settings WHERE name = 'lock_timeout'`,
        ),
      ),
    );
    expect(new Set(left.flat().map(({ ms }) => ms))).toEqual(new Set([OF_ROLE_MS]));
    expect(new Set(left.flat().map(({ locks }) => locks))).toEqual(new Set([0]));
  });

  // After a failed BEGIN the session is idle between two statements of one packet, so the pooler could hand it to
  // another client.
  it('stay in the same session even if BEGIN itself fails', async () => {
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        const client = new pg.Client({ connectionString: settings.DATABASE_URL, pipeline: true });
        await client.connect();
        return client;
      }),
    );
    const rounds = clients.map(async (client, at) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const token = `${at}.${round}`;
        client.connection.stream.cork();
        const begun = client.query(`START TRANSACTION ${token.replace('.', '')}`);
        const read = client.query('SELECT $1::text AS token', [token]);
        client.connection.stream.uncork();
        await expect(begun).rejects.toThrow('syntax error');
        expect((await read).rows).toEqual([{ token }]);
      }
    });
    await Promise.all(rounds);
    await Promise.all(clients.map((client) => client.end()));
  });
});
