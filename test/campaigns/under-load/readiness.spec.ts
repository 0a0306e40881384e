import type { DataSource } from 'typeorm';
import { CommitProbe } from '../../../src/platform/observability/commit-probe.js';
import { MetricsRegistry } from '../../../src/platform/observability/metrics-registry.js';
import { Readiness } from '../../../src/platform/observability/readiness.js';
import { eventually } from '../../support/eventually.js';
import { openPostgresPair, type TestPair } from '../../support/postgres-pair.js';
import { connectAsApplication } from '../../integration/application-database.js';

// A server is initialised and started, which takes seconds, and much longer on a busy machine.
jest.setTimeout(120_000);

describe('readiness', () => {
  let opened: TestPair;
  let dataSource: DataSource;
  let commits: CommitProbe;
  let readiness: Readiness;
  const registry = new MetricsRegistry();

  beforeAll(async () => {
    opened = await openPostgresPair('none');
    dataSource = await connectAsApplication(opened.pair.url, { DATABASE_STATEMENT_TIMEOUT_MS: '500' });
    commits = new CommitProbe(dataSource, registry);
    readiness = new Readiness(dataSource, commits, registry);
    commits.onApplicationBootstrap();
  });

  afterEach(() => jest.restoreAllMocks());

  afterAll(async () => {
    await commits.beforeApplicationShutdown();
    await dataSource.destroy();
    await opened.close();
  });

  async function commitSeconds(): Promise<number> {
    const text = await registry.getSingleMetricAsString('purser_commit_seconds');
    return Number(/^purser_commit_seconds (\S+)$/m.exec(text)?.[1]);
  }

  it('probes within the same second share one database check', async () => {
    const queries = jest.spyOn(dataSource, 'query');
    const answers = await Promise.all(Array.from({ length: 40 }, () => readiness.findObstacle()));
    expect(new Set(answers)).toEqual(new Set([null]));
    expect(queries.mock.calls.filter(([sql]) => sql.startsWith('SELECT timestamptz'))).toHaveLength(1);
  });

  it('readiness is lost if no commit succeeds, even if every read does', async () => {
    const { pair } = opened;
    await eventually('a commit ended', async () => ((await commitSeconds()) >= 0 ? true : null));
    await pair.setSynchronous('nobody');
    await eventually('a commit waits', async () => {
      const rows = await pair.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
      return rows[0];
    });
    const now = performance.now.bind(performance);
    const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
    expect(await readiness.findObstacle()).toBe('commits hang');
    expect(await commitSeconds()).toBeGreaterThan(10);
    later.mockRestore();

    await pair.setSynchronous('');
    await eventually('commits end again', async () => {
      return (await readiness.findObstacle()) === null && (await commitSeconds()) < 10 ? true : null;
    });
  });
});
