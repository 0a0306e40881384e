import { eventually } from '../support/eventually.js';
import { LogReplica, statusChange, takeSubjects } from '../support/log-replica.js';
import { NatsStandIn } from '../support/nats-stand-in.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('changes of another replica', () => {
  let database: TestDatabase;
  let replicas: LogReplica[] = [];
  let nats: NatsStandIn;

  beforeEach(async () => {
    database = await createTestDatabase();
    nats = await NatsStandIn.listen();
  });

  afterEach(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    replicas = [];
    await nats.stop();
    await database.drop();
  });

  async function start(settings: Readonly<Record<string, string>>): Promise<LogReplica> {
    const replica = await LogReplica.start(database.url, settings);
    replicas.push(replica);
    return replica;
  }

  const natsSettings = () => ({ WAKE_UP: 'nats', NATS_URL: `nats://purser:fanned%2Fout@127.0.0.1:${nats.port}` });

  const allConnected = (count: number): Promise<unknown> =>
    eventually('the replicas are connected', () => Promise.resolve(nats.subscribers === count || null));

  const wokenUp = (replica: LogReplica): Promise<void> =>
    new Promise((resolve) => {
      replica.wakeUp.onWakeUp(resolve);
    });

  const listeners = () =>
    database.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND (application_name = 'purser-listen' OR query LIKE 'LISTEN%')`);

  it("PostgreSQL wakes this replica's readers", async () => {
    const [here, there] = [await start({}), await start({})];
    const woken = wokenUp(there);
    const following = there.follow();
    const next = takeSubjects(following, 1);
    const written = await here.commit(statusChange());
    await woken;
    expect(await next).toEqual(written);
    await following.return?.();
  });

  it("NATS wakes this replica's readers, and PostgreSQL carries no hint", async () => {
    const [here, there] = [await start(natsSettings()), await start(natsSettings())];
    await allConnected(2);
    expect(nats.introductions).toContainEqual(expect.objectContaining({ user: 'purser', pass: 'fanned/out' }));
    const woken = wokenUp(there);
    const following = there.follow();
    const next = takeSubjects(following, 1);
    const written = await here.commit(statusChange());
    await woken;
    expect(await next).toEqual(written);
    expect(nats.published).toBe(1);
    expect(await listeners()).toEqual([]);
    await following.return?.();
  });

  it('the quick poll finds a change without hints', async () => {
    const [here, there] = [await start({ WAKE_UP: 'poll' }), await start({ WAKE_UP: 'poll' })];
    const following = there.follow();
    const next = takeSubjects(following, 1);
    const written = await here.commit(statusChange());
    expect(await next).toEqual(written);
    expect(await listeners()).toEqual([]);
    await following.return?.();
  });

  it('the slow poll finds a change while NATS is away, and NATS wakes again when it is back', async () => {
    const { port } = nats;
    await nats.stop();
    const settings = { WAKE_UP: 'nats', NATS_URL: `nats://127.0.0.1:${port}` };
    const [here, there] = [await start(settings), await start(settings)];
    const following = there.follow();
    const deliver = async (): Promise<void> => {
      const next = takeSubjects(following, 1);
      const written = await here.commit(statusChange());
      expect(await next).toEqual(written);
    };
    await deliver();

    for (let losses = 0; losses < 2; losses += 1) {
      nats = await NatsStandIn.listen(port);
      await allConnected(2);
      const woken = wokenUp(there);
      await deliver();
      await woken;
      await nats.stop();
      await deliver();
    }
    await following.return?.();
  });
});
