import { LOG_START, type LogPosition, type StatusChangeRecord } from '../../../src/platform/events/status-change.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import type { PostgresPair } from '../../rig/stage/postgres/postgres-pair.js';
import { eventually } from '../../support/eventually.js';
import { openPostgresPair, type TestPair } from '../../support/postgres-pair.js';
import { type Following, LogReplica, statusChange, take } from '../../support/log-replica.js';

// Servers are initialised, copied and started, which takes seconds, and much longer on a busy machine.
jest.setTimeout(120_000);

describe('feed of status changes over a database that goes backwards', () => {
  let opened: TestPair;
  let pair: PostgresPair;
  let replica: LogReplica;

  beforeAll(async () => {
    opened = await openPostgresPair('none');
    pair = opened.pair;
    await migrate(pair.url);
    replica = await LogReplica.start(pair.url);
  });

  afterAll(async () => {
    await replica.stop();
    await opened.close();
  });

  /** Commits one change, even if the database is down at first. */
  const commit = (): Promise<string> =>
    eventually('a change is committed', () =>
      replica.commit(statusChange()).then(
        ([subjectId]) => subjectId,
        () => null,
      ),
    );

  const commitSome = async (count: number): Promise<string[]> => {
    const subjects: string[] = [];
    while (subjects.length < count) subjects.push(await commit());
    return subjects;
  };

  /** Returns all changes up to and including a subject's change. */
  async function readTo(following: Following, subjectId: string): Promise<StatusChangeRecord[]> {
    const changes: StatusChangeRecord[] = [];
    while (changes.at(-1)?.subjectId !== subjectId) changes.push(...(await take(following, 1)));
    return changes;
  }

  /** Returns a subscriber that has received everything so far, and the position of the last change. */
  async function watch(): Promise<{ next: Promise<StatusChangeRecord>; position: LogPosition }> {
    const following = replica.follow({ after: LOG_START });
    const [last] = (await readTo(following, await commit())).slice(-1);
    return { next: take(following, 1).then(([change]) => change!), position: last!.position };
  }

  const subjectsOf = (changes: readonly StatusChangeRecord[]): string[] => changes.map(({ subjectId }) => subjectId);

  it('continues without a break if nothing was lost', async () => {
    const { next } = await watch();
    await pair.addStandby('asynchronous');
    await pair.failOver();
    const subjectId = await commit();
    expect((await next).subjectId).toBe(subjectId);
  });

  it.each([
    [
      'in a failover',
      async (): Promise<() => Promise<void>> => {
        await pair.addStandby('asynchronous');
        pair.replication.hold();
        return () => pair.failOver();
      },
    ],
    [
      'as files were put back',
      async (): Promise<() => Promise<void>> => {
        const backup = await pair.backUp();
        return () => pair.restore(backup);
      },
    ],
  ])('fails for subscribers that received changes lost %s, and resumes with everything since', async (_, prepare) => {
    const kept = await watch();
    const goBackwards = await prepare();
    // Many transactions, so that the ids after the loss stay below the lost ones for the rest of the test.
    await commitSome(60);
    const lost = await watch();
    await goBackwards();
    await expect(kept.next).resolves.toBeDefined();
    await expect(lost.next).rejects.toMatchObject({ name: 'ResumeError' });

    const since = await commitSome(3);
    for (const after of [kept.position, lost.position]) {
      const given = subjectsOf(await readTo(replica.follow({ after }), since.at(-1)!));
      expect(given.slice(-3)).toEqual(since);
    }
    const live = take(replica.follow(), 1);
    const last = await commit();
    expect(subjectsOf(await live)).toEqual([last]);
  });
});
