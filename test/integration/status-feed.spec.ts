import { readFor } from '../../src/platform/database/api-reads.js';
import { ReadTimedOutError } from '../../src/platform/database/reads/timed-read.js';
import { isStatusChange, LOG_START, type StatusChangeRecord } from '../../src/platform/events/status-change.js';
import { SubscriberBuffer } from '../../src/platform/events/subscriber-buffer.js';
import { eventually } from '../support/eventually.js';
import { beginIncarnation, createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { LogReplica, statusChange, take, takeSubjects } from '../support/log-replica.js';

const LISTENER = `application_name = 'purser-listen' AND datname = current_database()`;

describe('the feed of status changes', () => {
  let database: TestDatabase;
  let replica: LogReplica;

  beforeEach(async () => {
    database = await createTestDatabase();
    replica = await LogReplica.start(database.url);
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await replica.stop();
    await database.drop();
  });

  it("delivers an older transaction's change before one committed earlier", async () => {
    const following = replica.follow({ after: LOG_START });
    const subjects = takeSubjects(following, 2);
    const older = await replica.hold(statusChange());
    const [newer] = await replica.commit(statusChange());
    const { changes, isHeldBack } = await replica.log.readAfter(LOG_START, 10);
    expect([changes.filter(isStatusChange), isHeldBack]).toEqual([[], true]);
    const reads = jest.spyOn(replica.log, 'readAfter');
    await eventually('the feed looks twice at what is held back', () =>
      Promise.resolve(reads.mock.calls.length >= 2 ? true : null),
    );

    await older.commit();

    expect(await subjects).toEqual([older.subjectId, newer]);
    const [last] = await replica.commit(statusChange());
    expect(await takeSubjects(following, 1)).toEqual([last]);
    await following.return?.();
  });

  it('replays nothing beyond an open transaction, even if a reader with an older snapshot got further', async () => {
    const older = await replica.hold(statusChange());
    const [newer] = await replica.commit(statusChange());
    const { incarnation } = await replica.log.readAfter(LOG_START, 0);
    const replay = async (): Promise<string[]> => {
      const upTo = { incarnation, txId: 2n ** 63n, id: 1n };
      const range = { subjectId: null, after: LOG_START, upTo, limit: 10 };
      return (await replica.log.readRange(range)).changes.filter(isStatusChange).map(({ subjectId }) => subjectId);
    };
    expect(await replay()).toEqual([]);
    await older.commit();
    // Other specs' transactions on this server may be older than the newer change and hold it back.
    const replayed = await eventually('nothing is open that is older', async () => {
      const subjects = await replay();
      return subjects.includes(newer!) ? subjects : null;
    });
    expect(replayed).toEqual([older.subjectId, newer]);
  });

  it('waits only as long as an older transaction is open, even if that transaction writes nothing', async () => {
    const following = replica.follow({ after: LOG_START });
    const subjects = takeSubjects(following, 2);
    const older = await replica.hold(statusChange());
    const [first] = await replica.commit(statusChange());
    await older.rollBack();
    const [second] = await replica.commit(statusChange());

    expect(await subjects).toEqual([first, second]);
    await following.return?.();
  });

  it('delivers the changes of one transaction in the order of writing', async () => {
    const following = replica.follow({ after: LOG_START });
    const written = await replica.commit(...Array.from({ length: 20 }, () => statusChange()));

    expect(await takeSubjects(following, 20)).toEqual(written);
    await following.return?.();
  });

  it('continues after a cursor, without earlier changes', async () => {
    const written = await replica.commit(statusChange(), statusChange(), statusChange());
    const [first] = await take(replica.follow({ after: LOG_START }), 1);

    const following = replica.follow({ after: first!.position });

    expect(await takeSubjects(following, 2)).toEqual(written.slice(1));
    await following.return?.();
  });

  it('delivers only changes to the requested subject', async () => {
    const wanted = statusChange();
    const following = replica.follow({ after: LOG_START, subjectId: wanted.subjectId });
    await replica.commit(statusChange(), wanted, statusChange());
    await replica.commit(statusChange());
    await replica.commit({ ...wanted, from: 'CREATED', to: 'PAID' });

    expect((await take(following, 2)).map((change) => change.to)).toEqual(['CREATED', 'PAID']);
    await following.return?.();
  });

  it('loses nothing for a subscriber that is too slow for live delivery', async () => {
    const slow = replica.follow();
    const awake = slow.next();
    const [first] = await replica.commit(statusChange());
    await awake;
    const quick = replica.follow({ after: LOG_START });
    const written: string[] = [];
    for (let batch = 0; batch < 3; batch += 1) {
      written.push(...(await replica.commit(...Array.from({ length: 500 }, () => statusChange()))));
    }
    expect(await takeSubjects(quick, 1_501)).toEqual([first, ...written]);
    const replays = jest.spyOn(replica.log, 'readRange');

    expect(await takeSubjects(slow, 1_500)).toEqual(written);
    expect(replays).toHaveBeenCalled();

    const [last] = await replica.commit(statusChange());
    expect(await takeSubjects(slow, 1)).toEqual([last]);
    await slow.return?.();
    await quick.return?.();
  });

  it('a subscriber that leaves while waiting is released, and nothing is kept for it', async () => {
    const leaving = replica.follow();
    const waiting = leaving.next();
    await leaving.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });

    const offers = jest.spyOn(SubscriberBuffer.prototype, 'offer');
    const staying = replica.follow();
    const next = staying.next();
    await replica.commit(statusChange());
    await next;
    // Only the remaining subscriber's buffer is offered changes.
    expect(new Set(offers.mock.contexts).size).toBe(1);
    await staying.return?.();
  });

  it('never delivers changes that the reader may not see, missed or live, however long the check takes', async () => {
    const changes = Array.from({ length: 6 }, () => statusChange());
    const told = changes.filter((_, at) => at % 2 === 1).map(({ subjectId }) => subjectId);
    await replica.commit(...changes.slice(0, 3));
    const following = [
      replica.follow({ after: LOG_START, isTold: ({ subjectId }) => told.includes(subjectId) }),
      replica.follow({ after: LOG_START, isTold: ({ subjectId }) => Promise.resolve(told.includes(subjectId)) }),
    ];
    const first = following.map((each) => takeSubjects(each, 1));
    await Promise.all(first);
    await replica.commit(...changes.slice(3));

    for (const [at, each] of following.entries()) {
      expect([...(await first[at]!), ...(await takeSubjects(each, 2))]).toEqual(told);
      await each.return?.();
    }
  });

  it('if the database is unavailable, waits until it can check who may see a change', async () => {
    const asked = jest.fn().mockRejectedValueOnce(new ReadTimedOutError()).mockResolvedValue(true);
    const following = replica.follow({ isTold: asked });
    const next = takeSubjects(following, 1);
    expect(await replica.commit(statusChange())).toEqual(await next);
    expect(asked).toHaveBeenCalledTimes(2);
    await following.return?.();
  });

  it.each([
    ['missed', LOG_START],
    ['live', null],
  ])('ends with an error if it cannot check who may see a %s change, and keeps nothing', async (_, after) => {
    if (after) await replica.commit(statusChange());
    const unreadable = new Error('The database is down');
    const following = replica.follow({ after, isTold: () => Promise.reject(unreadable) });
    const next = following.next();
    if (!after) await replica.commit(statusChange());
    await expect(next).rejects.toBe(unreadable);
    expect(await following.next()).toEqual({ done: true, value: undefined });

    const offers = jest.spyOn(SubscriberBuffer.prototype, 'offer');
    const staying = replica.follow();
    const live = staying.next();
    await replica.commit(statusChange());
    await live;
    expect(new Set(offers.mock.contexts).size).toBe(1);
    await staying.return?.();
  });

  it('ends for all subscribers when the application shuts down', async () => {
    const following = replica.follow();
    const waiting = following.next();
    await replica.feed.beforeApplicationShutdown();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('delivers a change without a notification', async () => {
    const following = replica.follow({ after: LOG_START });
    const next = takeSubjects(following, 1);
    const { subjectId } = statusChange();
    await database.query(
      `INSERT INTO status_changes (subject_type, subject_id, to_status, cause) VALUES ('ORDER', $1, 'CREATED', 'API')`,
      [subjectId],
    );
    expect(await next).toEqual([subjectId]);
    await following.return?.();
  });

  it('reads the log at most 40 times a second, however often it is woken', async () => {
    const looks: number[] = [];
    const readAfter = replica.log.readAfter.bind(replica.log);
    jest.spyOn(replica.log, 'readAfter').mockImplementation((...range) => {
      looks.push(performance.now());
      return readAfter(...range);
    });
    const following = replica.follow();
    for (let change = 0; change < 5; change += 1) {
      const next = takeSubjects(following, 1);
      const written = replica.commit(statusChange());
      while (looks.length < 4 * (change + 1)) await database.query('NOTIFY purser_status_changes');
      expect(await next).toEqual(await written);
    }
    // One read more for the first, and one for what a busy machine does between two measurements.
    const elapsedMs = looks.at(-1)! - looks[0]!;
    expect(looks.length).toBeLessThanOrEqual(elapsedMs / 25 + 2);
    await following.return?.();
  });

  it('delivers changes while the listening connection is cut, and listens again afterwards', async () => {
    const following = replica.follow();
    const next = takeSubjects(following, 1);
    const [cut] = await database.query<{ pid: number }>(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${LISTENER}`,
    );
    const [written] = await replica.commit(statusChange());
    expect(await next).toEqual([written]);

    await eventually('it listens on another connection', async () => {
      const listening = await database.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE ${LISTENER} AND query LIKE 'LISTEN%' AND state = 'idle'`,
      );
      return listening.find(({ pid }) => pid !== cut!.pid);
    });
    const wokenUp = new Promise<void>((resolve) => {
      replica.wakeUp.onWakeUp(resolve);
    });
    await database.query('NOTIFY purser_status_changes');
    await wokenUp;
    await following.return?.();
  });

  it('after a restore, delivers new changes after old changes with higher transaction ids', async () => {
    const [first, second] = [statusChange(), statusChange()].map((change) => change.subjectId);
    await database.query(
      `INSERT INTO status_changes (tx_id, subject_type, subject_id, to_status, cause)
       VALUES ('18000000000000000000', 'ORDER', $2, 'CREATED', 'API'),
              ('17000000000000000000', 'ORDER', $1, 'CREATED', 'API')`,
      [first, second],
    );
    await beginIncarnation(database);
    // The other replica was running before the restore; this replica starts after it.
    const later = await LogReplica.start(database.url);
    const live = takeSubjects(later.follow(), 1);
    const [added] = await replica.commit(statusChange());

    for (const each of [replica, later]) {
      expect(await takeSubjects(each.follow({ after: LOG_START }), 3)).toEqual([first, second, added]);
    }
    expect(await live).toEqual([added]);
    await later.stop();
  });

  it("a list's cursor is never newer than the data that the list shows, however long the query waited", async () => {
    const behind = await LogReplica.start(database.url, {}, { maxLagMilliseconds: 100 });
    const shown = { number: 1, sentAt: performance.now(), beatenAt: new Date() };
    const before = behind.feed.cursor;
    await replica.commit(statusChange());
    await eventually('what was committed is old enough', () =>
      Promise.resolve(behind.feed.cursor === before ? null : true),
    );
    expect(readFor({ readerId: 'key', asOf: shown }, () => behind.feed.cursor)).toBe(before);
    await behind.stop();
  });

  it('starts immediately on a large restored log, without rewriting rows', async () => {
    await database.query(
      `INSERT INTO status_changes (incarnation, tx_id, subject_type, subject_id, to_status, cause)
       SELECT 1, (18000000000000000000 + n)::text::xid8, 'ORDER', gen_random_uuid(), 'CREATED', 'API'
       FROM generate_series(1, 50000) AS n`,
    );
    // Rewritten rows would have another place (ctid).
    const places = (): Promise<unknown> =>
      database.query(`SELECT md5(string_agg(ctid::text, ',' ORDER BY id)) FROM status_changes WHERE incarnation = 1`);
    const before = await places();
    await beginIncarnation(database);
    const later = await LogReplica.start(database.url);
    const live = takeSubjects(later.follow(), 1);
    const written = await replica.commit(statusChange());
    expect(await live).toEqual(written);
    expect(await places()).toEqual(before);
    await later.stop();
  });

  it('starts at the current incarnation if a cursor is from a newer state of the database', async () => {
    await replica.commit(statusChange());
    await beginIncarnation(database);
    const written = await replica.commit(statusChange(), statusChange());
    const [{ position }] = (await take(replica.follow({ after: LOG_START }), 3)).slice(-1) as [StatusChangeRecord];

    for (const elsewhere of [{ id: position.id + 100n }, { incarnation: position.incarnation + 1 }]) {
      const following = replica.follow({ after: { ...position, ...elsewhere } });
      expect(await takeSubjects(following, 2)).toEqual(written);
      await following.return?.();
    }
  });
});
