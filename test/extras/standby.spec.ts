import { EXTRAS } from '../../src/extras/extras.js';
import type { Standby } from '../../src/extras/standby/standby.js';
import { StandbyReads } from '../../src/platform/database/standby-reads.port.js';
import { insertKey } from '../support/api-keys.js';
import { eventually } from '../support/eventually.js';
import { createdOrder } from '../support/orders.js';
import { startPurser } from '../support/purser.js';
import { TestSandbox } from '../support/sandbox.js';
import { NOT_COUNTED, StatementTap } from '../support/statement-tap.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('DATABASE_READ_URL', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(async () => {
    await database.drop();
  });

  it('Purser refuses the address of another database, without printing it', async () => {
    const other = await createTestDatabase({ isEmpty: true });
    const started = startPurser({ DATABASE_URL: database.url, DATABASE_READ_URL: other.url }, EXTRAS);
    await expect(started).rejects.toThrow(
      /^DATABASE_READ_URL leads to another database than DATABASE_URL(?!.*postgres)/,
    );
    await other.drop();
  });

  it('Purser starts without the standby if it is down or refuses the role', async () => {
    for (const change of [{ port: '1' }, { password: 'another' }]) {
      const away: URL = Object.assign(new URL(database.url), change);
      const purser = await startPurser({ DATABASE_URL: database.url, DATABASE_READ_URL: away.href }, EXTRAS);
      expect((await purser.api.send('{ orders { totalCount } }')).errors).toEqual([]);
      expect(purser.logLines.join('\n')).toContain('"standby_away"');
      expect(purser.logLines.join('\n')).not.toContain(away.password);
      await purser.close();
    }
  });

  it('a worker does not use the standby', async () => {
    const settings = { DATABASE_URL: database.url, DATABASE_READ_URL: database.url, PURSER_ROLES: 'worker' };
    const purser = await startPurser(settings, EXTRAS);
    expect(purser.service(StandbyReads)).toBeNull();
    await purser.close();
  });

  it("a caller's writes cost one more statement in five seconds, and a list from the standby costs one on the primary", async () => {
    const [tap, sandbox] = await Promise.all([StatementTap.open(database.url), TestSandbox.start()]);
    const purser = await startPurser(
      {
        DATABASE_URL: tap.url,
        // A promoted server counts as a standby, too, so the same database will do.
        DATABASE_READ_URL: database.url,
        PROVIDER_BASE_URL: sandbox.url,
        PURSER_ROLES: 'api',
      },
      EXTRAS,
    );
    const sentDuring = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
      (await tap.during(work)).filter((text) => ![...NOT_COUNTED, 'standby_beats'].some((part) => text.includes(part)));
    const payer = purser.as(await insertKey(database, { roles: ['operator'] }));
    const order = (): Promise<unknown> => createdOrder(payer);
    const noted = (sent: readonly string[]) => sent.filter((text) => text.includes('fresh_readers'));
    expect(noted(await sentDuring(order))).toHaveLength(1);
    expect(noted(await sentDuring(order))).toHaveLength(0);

    const reader = purser.as(await insertKey(database, { roles: ['viewer'] }));
    const standby = purser.service(StandbyReads) as Standby;
    await eventually('the standby is used', () => Promise.resolve(standby.newestShown()));
    const list = () => reader.request('{ orders(first: 5) { totalCount nodes { id timeline { to } } } }');
    await list();
    expect(await sentDuring(list)).toEqual([expect.stringContaining('"fresh_readers"')]);
    await purser.close();
    await Promise.all([tap.close(), sandbox.close()]);
  });
});
