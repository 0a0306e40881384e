import { randomBytes, randomUUID } from 'node:crypto';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { DashboardSessionsService } from '../../src/access/sessions/dashboard-sessions.service.js';
import { DashboardSessionsRepository } from '../../src/access/sessions/persistence/dashboard-sessions.repository.js';
import { UsedSignInsService } from '../../src/access/sessions/used-sign-ins.service.js';
import { FieldCipher } from '../../src/platform/database/encryption/field-cipher.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('dashboard sessions', () => {
  let database: TestDatabase;
  let purser: TestPurser;
  let sessions: DashboardSessionsRepository;

  beforeAll(async () => {
    database = await createTestDatabase();
    purser = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api' });
    sessions = purser.service(DashboardSessionsRepository);
  });

  afterAll(async () => {
    await purser.close();
    await database.drop();
  });

  /** Inserts a session that was started and last used so long ago, and returns the hash of its secret. */
  async function session({ age, idle }: { age: string; idle: string }): Promise<Buffer> {
    const secretHash = randomBytes(32);
    await purser.service(UnitOfWork).run((tx) =>
      sessions.insert(tx, {
        ...{ id: randomUUID(), secretHash, keyHash: randomBytes(32) },
        ...{ actorId: randomUUID(), clientAddress: '192.0.2.1', browser: null },
      }),
    );
    await database.query(
      `UPDATE dashboard_sessions SET started_at = now() - $2::interval, used_at = now() - $3::interval
       WHERE secret_hash = $1`,
      [secretHash, age, idle],
    );
    return secretHash;
  }

  const row = async (secretHash: Buffer): Promise<{ version: string; isFresh: boolean } | undefined> => {
    const [found] = await database.query<{ version: string; isFresh: boolean }>(
      `SELECT xmin::text AS version, used_at > now() - interval '10 seconds' AS "isFresh"
       FROM dashboard_sessions WHERE secret_hash = $1`,
      [secretHash],
    );
    return found;
  };

  it.each([
    ['was just used', { age: '11 hours 59 minutes', idle: '29 minutes 50 seconds' }, true],
    ['is idle', { age: '31 minutes', idle: '30 minutes' }, false],
    ['is too old', { age: '12 hours', idle: '0' }, false],
  ])('a session that %s: valid and renewable, %j: %j', async (_, times, isLive) => {
    const secretHash = await session({ ...times });
    expect((await sessions.findLive(secretHash)) !== null).toBe(isLive);
    const { isFresh: wasFresh } = (await row(secretHash))!;
    await sessions.renew(secretHash);
    expect((await row(secretHash))!.isFresh).toBe(isLive || wasFresh);
    expect((await sessions.findLive(secretHash)) !== null).toBe(isLive);
  });

  it('a session in use is written once a minute across all replicas', async () => {
    const secretHash = await session({ age: '1 hour', idle: '2 minutes' });
    await Promise.all([1, 2, 3].map(() => sessions.renew(secretHash)));
    const { version, isFresh } = (await row(secretHash))!;
    expect(isFresh).toBe(true);
    await sessions.renew(secretHash);
    expect((await row(secretHash))!.version).toBe(version);
  });

  it('a session cannot be ended while a request acts on it, but it can be renewed', async () => {
    const secretHash = await session({ age: '1 hour', idle: '2 minutes' });
    const order: string[] = [];
    let ending: Promise<unknown> = Promise.resolve();
    await purser.service(UnitOfWork).run(async (tx) => {
      expect(await sessions.lockLive(tx, secretHash)).toBe(true);
      ending = sessions.delete(secretHash).then(() => order.push('ended'));
      await sessions.renew(secretHash);
      order.push('renewed');
    });
    await ending;
    expect(order).toEqual(['renewed', 'ended']);
    await purser.service(UnitOfWork).run(async (tx) => {
      expect(await sessions.lockLive(tx, secretHash)).toBe(false);
    });
  });

  it('sessions are purged once they are idle for too long, and not before', async () => {
    const [idle, old, live] = [
      await session({ age: '31 minutes', idle: '30 minutes' }),
      await session({ age: '12 hours 31 minutes', idle: '31 minutes' }),
      await session({ age: '29 minutes', idle: '29 minutes' }),
    ];
    await purser.service(DashboardSessionsService).purgeEnded();
    expect([await row(idle), await row(old)]).toEqual([undefined, undefined]);
    expect(await row(live)).toBeDefined();
  });

  it('the state of a sign-in is deleted an hour after its use, and not before', async () => {
    const used = purser.service(UsedSignInsService);
    for (const state of ['old', 'new']) expect(await used.take(state)).toBe(true);
    const at = purser.service(FieldCipher).keyedHash('sign-in-state', 'old');
    await database.query(`UPDATE used_sign_ins SET used_at = now() - interval '61 minutes' WHERE state_hash = $1`, [
      at,
    ]);
    await used.purgeEnded();
    expect([await used.take('old'), await used.take('new')]).toEqual([true, false]);
  });

  it('sessions hold hashes of exactly one length', async () => {
    const secretHash = await session({ age: '0', idle: '0' });
    for (const column of ['secret_hash', 'key_hash']) {
      await expect(
        database.query(`UPDATE dashboard_sessions SET ${column} = 'x' WHERE secret_hash = $1`, [secretHash]),
      ).rejects.toThrow('chk_dashboard_sessions_hashes');
    }
  });
});
