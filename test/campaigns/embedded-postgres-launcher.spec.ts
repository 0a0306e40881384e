import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { throwawayDirectory } from '../../dev/directories/throwaway-directory.js';
import { pollUntil } from '../../dev/processes/bounded-poll.js';
import { isProcessAlive, readCommandLine } from '../../dev/processes/process-liveness.js';
import { compileLauncher, startElsewhere } from '../../dev/embedded-postgres/compiled-launcher.fixture.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../dev/embedded-postgres/embedded-postgres-launcher.js';

describe('startEmbeddedPostgres', () => {
  let home: string;
  let dataDirectory: string;
  let script: string;
  const running: EmbeddedPostgres[] = [];

  beforeAll(() => {
    script = compileLauncher();
  });

  afterAll(() => {
    rmSync(dirname(script), { recursive: true, force: true });
  });

  beforeEach(async () => {
    home = await throwawayDirectory('purser-postgres-');
    chmodSync(home, 0o755);
    dataDirectory = join(home, 'postgres');
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
    rmSync(home, { recursive: true, force: true });
  });

  const start = async (): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({ dataDirectory, durable: false });
    running.push(server);
    return server;
  };

  const isGone = (pid: number): Promise<boolean> =>
    pollUntil(async () => (await readCommandLine(pid)) === '', { withinMs: 15_000 });

  it('keeps the data, the password and the database over a restart', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(isProcessAlive(first.pid)).toBe(false);

    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  it('keeps the password in its own file that only the current user can read', async () => {
    const { url } = await start();
    expect(statSync(`${dataDirectory}.password`).mode & 0o777).toBe(0o600);
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('applies settings, and gives up durability only on request', async () => {
    const server = await startEmbeddedPostgres({ dataDirectory, settings: { max_connections: '17' } });
    running.push(server);
    expect(await query(server.url, 'SHOW max_connections')).toEqual([{ max_connections: '17' }]);
    expect(await query(server.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  });

  it('creates a missing database', async () => {
    await start();
    const other = await startEmbeddedPostgres({ dataDirectory, database: 'another one' });
    running.push(other);
    expect(await query(other.url, 'SELECT current_database() AS name')).toEqual([{ name: 'another one' }]);
  });

  it('two first starts in the same directory share one server', async () => {
    const [left, right] = await Promise.all([start(), start()]);
    expect(left.url).toBe(right.url);
    await query(left.url, 'CREATE TABLE shared ()');
    expect(await query(right.url, 'SELECT * FROM shared')).toEqual([]);
  });

  it("uses another process's server, and never stops it", async () => {
    const theirs = await startElsewhere(script, dataDirectory);
    const ours = await startEmbeddedPostgres({ dataDirectory });
    expect(ours.pid).toBe(theirs.pid);
    await ours.stop();
    expect(await query(theirs.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

    const shared = await startEmbeddedPostgres({ dataDirectory });
    theirs.child.kill('SIGINT');
    await shared.exited;
    expect(await isGone(theirs.pid)).toBe(true);
    await shared.stop();
  });

  it('if the process is killed, no server keeps running, and the next start finds the same data', async () => {
    const { child, url, pid } = await startElsewhere(script, dataDirectory);
    await query(url, 'CREATE TABLE kept ()');
    child.kill('SIGKILL');
    await once(child, 'exit');

    // Starts immediately, while the killed process's server may still be stopping.
    const next = await start();
    expect(next.pid).not.toBe(pid);
    expect(await query(next.url, 'SELECT * FROM kept')).toEqual([]);
    expect(await isGone(pid)).toBe(true);
  });

  it('starts despite a lock file whose process id now belongs to another program', async () => {
    const server = await start();
    await server.stop();
    writeFileSync(join(dataDirectory, 'postmaster.pid'), `${process.pid}\n${dataDirectory}\n0\n5432\n\n127.0.0.1\n`);
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('runs initdb again after an interrupted initdb', async () => {
    const deadPid = 2 ** 22 + 1;
    const half = `${dataDirectory}.staging-${deadPid}-abcdef`;
    await mkdir(join(half, 'content'), { recursive: true });
    writeFileSync(join(half, 'content', 'PG_VERSION'), '18\n');
    writeFileSync(`${dataDirectory}.password`, 'decided-before-the-kill', { mode: 0o600 });

    const { url } = await start();
    expect(new URL(url).password).toBe('decided-before-the-kill');
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(half)).toBe(false);
  });

  it('refuses a directory with other files, and names DATABASE_URL', async () => {
    await mkdir(dataDirectory);
    writeFileSync(join(dataDirectory, 'thesis.txt'), 'years of work');
    await expect(start()).rejects.toThrow(/not a PostgreSQL data directory[^]*DATABASE_URL=/);
    expect(existsSync(join(dataDirectory, 'thesis.txt'))).toBe(true);
  });

  it('says what to do if the password for existing data is lost', async () => {
    await (await start()).stop();
    rmSync(`${dataDirectory}.password`);
    await expect(start()).rejects.toThrow(/password file .* is missing/);
  });

  it('shows the server log if a setting prevents the start', async () => {
    await expect(startEmbeddedPostgres({ dataDirectory, settings: { max_connections: 'many' } })).rejects.toThrow(
      /invalid value for parameter "max_connections"[^]*DATABASE_URL=/,
    );
  });

  it("if the checkout is under a 0700 home, puts root's data where the server can reach it", async () => {
    chmodSync(home, 0o700);
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    // Only root starts the server as another user. Other users can reach their own 0700 home.
    expect(lstatSync(dataDirectory).isSymbolicLink()).toBe(process.getuid?.() === 0);
    expect(statSync(dataDirectory).mode & 0o777).toBe(0o700);
  });

  it('the server locks rows, skips locked rows and sends notifications between two connections', async () => {
    const { url } = await start();
    const [one, two] = [new Client(url), new Client(url)];
    await Promise.all([one.connect(), two.connect()]);
    try {
      await one.query('CREATE TABLE work AS SELECT generate_series(1, 2) AS id');
      await one.query('BEGIN');
      const claim = 'SELECT id FROM work ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1';
      expect((await one.query(claim)).rows).toEqual([{ id: 1 }]);
      expect((await two.query(claim)).rows).toEqual([{ id: 2 }]);
      await one.query('COMMIT');

      await two.query('LISTEN changes');
      const heard = once(two, 'notification');
      await one.query("NOTIFY changes, 'order 1'");
      expect(await heard).toMatchObject([{ channel: 'changes', payload: 'order 1' }]);
    } finally {
      await Promise.all([one.end(), two.end()]);
    }
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}
