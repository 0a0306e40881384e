import pg from 'pg';
import type { PostgresPair } from '../../rig/stage/postgres/postgres-pair.js';
import { eventually } from '../../support/eventually.js';
import { openPostgresPair, type TestPair } from '../../support/postgres-pair.js';

// Servers are initialised, copied and started, which takes seconds, and much longer on a busy machine.
jest.setTimeout(120_000);

/** Tests that the stage does what its campaigns rely on. */
describe('primary with a standby', () => {
  let opened: TestPair;
  let pair: PostgresPair;

  beforeEach(async () => {
    opened = await openPostgresPair('none');
    pair = opened.pair;
    await pair.query('CREATE TABLE kept (id text)');
  });

  afterEach(() => opened.close());

  it('a failover loses only what had not been replicated, and keeps the address', async () => {
    await pair.addStandby('asynchronous');
    await write('arrived');
    await pair.standbyIsLevel();
    const [before] = await pair.query<{ timeline: string }>(TIMELINE);
    pair.replication.hold();
    await write('held');
    await pair.failOver();
    expect(await read()).toEqual(['arrived']);
    expect(await pair.query(TIMELINE)).not.toEqual([before]);

    await pair.addStandby('asynchronous');
    await write('after');
    await pair.standbyIsLevel();
    await pair.failOver();
    expect(await read()).toEqual(['arrived', 'after']);
  });

  it('a commit that a synchronous standby lacks is not acknowledged', async () => {
    await pair.addStandby('synchronous');
    pair.replication.hold();
    const writing = write('held').then(
      () => 'acknowledged',
      () => 'connection lost',
    );
    await eventually('the commit waits', async () => {
      const rows = await pair.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
      return rows.length > 0 ? true : null;
    });
    await pair.failOver();
    expect(await writing).toBe('connection lost');
    expect(await read()).toEqual([]);
  });

  it('restoring a copy of the files keeps the timeline', async () => {
    await write('saved');
    const backup = await pair.backUp();
    await write('too late');
    const [before] = await pair.query<{ timeline: string }>(TIMELINE);
    await pair.restore(backup);
    expect(await read()).toEqual(['saved']);
    expect(await pair.query(TIMELINE)).toEqual([before]);
  });

  it('while the address hangs, open connections get no answer, and new ones work', async () => {
    const client = await connect();
    pair.address.hang();
    const answer = client.query('SELECT 1').then(
      () => 'answered',
      () => 'failed',
    );
    expect(await read()).toEqual([]);
    expect(await Promise.race([answer, Promise.resolve('silent')])).toBe('silent');
    pair.address.cut();
    expect(await answer).toBe('failed');
    await client.end().catch(() => undefined);
  });

  it.each([
    ['is lost', 'failed', ['written']],
    ['is held', 'answered', ['written']],
  ] as const)('a transaction is committed even if the answer to its COMMIT %s', async (fate, outcome, kept) => {
    const client = await connect();
    pair.address.decideCommits((sent) => (sent.includes('INSERT INTO kept') ? fate : 'passes'));
    await client.query('BEGIN');
    await client.query('INSERT INTO kept VALUES ($1)', ['written']);
    const answer = client.query('COMMIT').then(
      () => 'answered',
      () => 'failed',
    );
    await eventually('it is committed', async () => ((await pair.query('SELECT FROM kept')).length > 0 ? true : null));
    pair.address.passCommits();
    expect(await answer).toBe(outcome);
    expect(await read()).toEqual(kept);
    await client.end().catch(() => undefined);
  });

  const TIMELINE = `SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline`;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: pair.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async function through<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = await connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  const write = (id: string): Promise<unknown> =>
    through((client) => client.query('INSERT INTO kept VALUES ($1)', [id]));

  const read = (): Promise<string[]> =>
    through(async (client) => (await client.query<{ id: string }>('SELECT id FROM kept')).rows.map(({ id }) => id));
});
