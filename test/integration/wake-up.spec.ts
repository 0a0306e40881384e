import { LogReplica, statusChange, takeSubjects } from '../support/log-replica.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('changes made on another replica', () => {
  let database: TestDatabase;
  let replicas: LogReplica[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    replicas = [];
    await database.drop();
  });

  async function start(settings: Readonly<Record<string, string>>): Promise<LogReplica> {
    const replica = await LogReplica.start(database.url, settings);
    replicas.push(replica);
    return replica;
  }

  const wokenUp = (replica: LogReplica): Promise<void> =>
    new Promise((resolve) => {
      replica.wakeUp.onWakeUp(resolve);
    });

  const listeners = () =>
    database.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND (application_name = 'purser-listen' OR query LIKE 'LISTEN%')`);

  it("PostgreSQL's notification wakes readers on another replica", async () => {
    const [here, there] = [await start({}), await start({})];
    const woken = wokenUp(there);
    const following = there.follow();
    const next = takeSubjects(following, 1);
    const written = await here.commit(statusChange());
    await woken;
    expect(await next).toEqual(written);
    await following.return?.();
  });

  it('with WAKE_UP=poll, a replica finds changes without listening for notifications', async () => {
    const [here, there] = [await start({ WAKE_UP: 'poll' }), await start({ WAKE_UP: 'poll' })];
    const following = there.follow();
    const next = takeSubjects(following, 1);
    const written = await here.commit(statusChange());
    expect(await next).toEqual(written);
    expect(await listeners()).toEqual([]);
    await following.return?.();
  });
});
