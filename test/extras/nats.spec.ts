import { Secret } from '../../src/common/secret.js';
import { EXTRAS } from '../../src/extras/extras.js';
import { NatsWakeUp } from '../../src/extras/nats/nats-wake-up.adapter.js';
import { eventually } from '../support/eventually.js';
import { LogReplica, statusChange, takeSubjects } from '../support/log-replica.js';
import { createdOrder, watchOrders } from '../support/orders.js';
import { startPurser } from '../support/purser.js';
import { TestSandbox } from '../support/sandbox.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { NatsStandIn } from './nats-stand-in.js';

describe('hints by NATS', () => {
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

  const url = (): string => `nats://purser:fanned%2Fout@127.0.0.1:${nats.port}`;

  async function start(address = url()): Promise<LogReplica> {
    const replica = await LogReplica.start(database.url, {}, { carrier: new NatsWakeUp(new Secret(address)) });
    replicas.push(replica);
    return replica;
  }

  const allConnected = (count: number): Promise<unknown> =>
    eventually('the replicas are connected', () => Promise.resolve(nats.subscribers === count || null));

  const wokenUp = (replica: LogReplica): Promise<void> =>
    new Promise((resolve) => {
      replica.wakeUp.onWakeUp(resolve);
    });

  const listeners = () =>
    database.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND (application_name = 'purser-listen' OR query LIKE 'LISTEN%')`);

  it('a hint by NATS wakes readers on another replica, and PostgreSQL carries none', async () => {
    const [here, there] = [await start(), await start()];
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

  it('the slow poll finds changes while NATS is down, and NATS wakes readers again once it is back', async () => {
    const { port } = nats;
    await nats.stop();
    const address = `nats://127.0.0.1:${port}`;
    const [here, there] = [await start(address), await start(address)];
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

  it('with WAKE_UP=nats Purser sends its hints by NATS, and disconnects when it stops', async () => {
    const sandbox = await TestSandbox.start();
    const settings = { DATABASE_URL: database.url, PROVIDER_BASE_URL: sandbox.url, WAKE_UP: 'nats', NATS_URL: url() };
    const purser = await startPurser(settings, EXTRAS);
    await allConnected(1);
    const following = await watchOrders(purser.api, {});
    const next = following.next();
    const { id } = await createdOrder(purser.api);
    expect((await next).orderStatusChanged.order.id).toBe(id);
    expect(nats.published).toBeGreaterThan(0);
    expect(await listeners()).toEqual([]);
    await following.close();
    await purser.close();
    await sandbox.close();
    await allConnected(0);
  });
});
