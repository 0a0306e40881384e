import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import {
  isStatusChange,
  comparePositions,
  LOG_START,
  type LogPosition,
  type NewStatusChange,
  type StatusChangeRecord,
} from '../../src/platform/events/status-change.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { LogReplica, statusChange } from '../support/log-replica.js';

const WRITERS = 4;
const TRANSACTIONS_EACH = 40;
const SUBJECTS = Array.from({ length: 5 }, () => randomUUID());

interface PlannedTransaction {
  readonly subjects: readonly number[];
  readonly isRolledBack: boolean;
  /** How long the transaction stays open, in turns of the event loop. */
  readonly turns: number;
}

interface PlannedSubscriber {
  readonly replica: number;
  /** The subscriber attaches after this many transactions have ended. */
  readonly attachesAfter: number;
  /** Where the subscriber starts among the changes visible at that time, from 0 to 1; null means live. */
  readonly startsAt: number | null;
  readonly subject: number | null;
  readonly isSlow: boolean;
}

const transactions: fc.Arbitrary<PlannedTransaction[]> = fc.array(
  fc.record({
    subjects: fc.array(fc.nat(SUBJECTS.length - 1), { minLength: 1, maxLength: 4 }),
    isRolledBack: fc.boolean(),
    turns: fc.nat(5),
  }),
  { minLength: TRANSACTIONS_EACH, maxLength: TRANSACTIONS_EACH },
);

const subscriber: fc.Arbitrary<PlannedSubscriber> = fc.record({
  replica: fc.nat(1),
  attachesAfter: fc.nat(WRITERS * TRANSACTIONS_EACH - 1),
  startsAt: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  subject: fc.option(fc.nat(SUBJECTS.length - 1)),
  isSlow: fc.boolean(),
});

const race = fc.record({
  writers: fc.array(transactions, { minLength: WRITERS, maxLength: WRITERS }),
  subscribers: fc.array(subscriber, { minLength: 6, maxLength: 6 }),
});

interface Seen {
  readonly plan: PlannedSubscriber;
  readonly after: LogPosition | null;
  /** Numbers of the changes whose transactions had begun before this subscriber attached. */
  readonly begunBefore: ReadonlySet<number>;
  readonly changes: Promise<readonly StatusChangeRecord[]>;
}

/** Four writers that commit and roll back concurrently, and subscribers that attach meanwhile. */
class Race {
  // Tells this race's changes apart from those of an earlier race that timed out and still runs.
  readonly #id = randomUUID();
  readonly #begun = new Set<number>();
  readonly #seen: Seen[] = [];
  readonly #waiting: PlannedSubscriber[];
  readonly #attaching: Promise<void>[] = [];
  #ended = 0;

  constructor(
    private readonly replicas: readonly [LogReplica, LogReplica],
    private readonly start: LogPosition,
    subscribers: readonly PlannedSubscriber[],
  ) {
    this.#waiting = [...subscribers];
  }

  async run(writers: readonly (readonly PlannedTransaction[])[]): Promise<readonly Seen[]> {
    await Promise.all(
      writers.map(async (plans, writer) => {
        for (const plan of plans) await this.write(this.replicas[writer % 2 === 0 ? 0 : 1], plan);
      }),
    );
    await Promise.all(this.#attaching);
    // A change to every subject, which each subscriber sees last, whatever its filter.
    await this.replicas[0].commit(...SUBJECTS.map((subjectId) => this.change(subjectId, { isLast: true })));
    await Promise.all(this.#seen.map(({ changes }) => changes));
    return this.#seen;
  }

  private async write(replica: LogReplica, { subjects, isRolledBack, turns }: PlannedTransaction): Promise<void> {
    const undo = new Error('rolled back');
    const changes = subjects.map((subject) => this.change(SUBJECTS[subject]!));
    try {
      await replica.transact(async (tx) => {
        for (const change of changes) await replica.log.append(tx, change);
        await tx.query('SELECT');
        for (let turned = 0; turned < turns; turned += 1) await turn();
        if (isRolledBack) throw undo;
      });
    } catch (error) {
      if (error !== undo) throw error;
    }
    this.#ended += 1;
    for (const due of this.#waiting.filter(({ attachesAfter }) => attachesAfter < this.#ended)) {
      this.#waiting.splice(this.#waiting.indexOf(due), 1);
      this.#attaching.push(this.attach(due));
    }
  }

  private change(subjectId: string, { isLast = false } = {}): NewStatusChange {
    const number = this.#begun.size;
    this.#begun.add(number);
    return statusChange({ subjectId, evidence: { number, lastOf: isLast ? this.#id : null } });
  }

  private async attach(plan: PlannedSubscriber): Promise<void> {
    const replica = this.replicas[plan.replica === 0 ? 0 : 1];
    const after = plan.startsAt === null ? null : await this.choosePosition(replica, plan.startsAt);
    const subjectId = plan.subject === null ? null : SUBJECTS[plan.subject]!;
    const following = replica.follow({ after, subjectId });
    const first = following.next();
    const begunBefore = new Set(this.#begun);
    const isEnd = (change: StatusChangeRecord): boolean =>
      change.evidence['lastOf'] === this.#id && (subjectId !== null || change.subjectId === SUBJECTS.at(-1));
    const read = async (): Promise<StatusChangeRecord[]> => {
      const changes: StatusChangeRecord[] = [];
      for (let next = await first; !next.done; next = await following.next()) {
        changes.push(next.value);
        if (isEnd(next.value)) break;
        if (plan.isSlow) await turn();
      }
      await following.return?.();
      return changes;
    };
    this.#seen.push({ plan, after, begunBefore, changes: read() });
  }

  private async choosePosition(replica: LogReplica, startsAt: number): Promise<LogPosition> {
    const { changes } = await replica.log.readAfter(this.start, 1_000);
    const positions = [this.start, ...changes.map((change) => change.position)];
    return positions[Math.floor(startsAt * (positions.length - 1))]!;
  }
}

describe('the feed of status changes under concurrent writers', () => {
  let database: TestDatabase;
  let replicas: [LogReplica, LogReplica];

  beforeAll(async () => {
    database = await createTestDatabase();
    replicas = [await LogReplica.start(database.url), await LogReplica.start(database.url)];
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await database.drop();
  });

  async function readAll(after: LogPosition): Promise<readonly StatusChangeRecord[]> {
    return (await replicas[0].log.readAfter(after, 5_000)).changes.filter(isStatusChange);
  }

  it('the feed of status changes under concurrent writers has neither gaps nor duplicates, wherever and whenever a subscriber starts', async () => {
    await fc.assert(
      fc.asyncProperty(race, async ({ writers, subscribers }) => {
        const start = (await replicas[0].log.findEnd(1)).positions[0] ?? LOG_START;
        const seen = await new Race(replicas, start, subscribers).run(writers);
        const log = await readAll(start);

        expect(seen).toHaveLength(subscribers.length);
        for (const { plan, after, begunBefore, changes } of seen) {
          const received = numbersOf(await changes);
          const wanted = log.filter(({ subjectId }) => plan.subject === null || subjectId === SUBJECTS[plan.subject]);
          if (after !== null) {
            expect(received).toEqual(numbersOf(wanted.filter(({ position }) => comparePositions(position, after) > 0)));
          } else {
            expect(received).toEqual(numbersOf(wanted).slice(-received.length));
            expect(received).toEqual(
              expect.arrayContaining(numbersOf(wanted).filter((number) => !begunBefore.has(number))),
            );
          }
        }
      }),
      { numRuns: 6, plugins: [fc.interruptAfterTimeLimit(20_000)] },
    );
  }, 60_000);

  it('is the same sequence on every replica', async () => {
    const start = (await replicas[0].log.findEnd(1)).positions[0] ?? LOG_START;
    const everything = { replica: 0, attachesAfter: 0, startsAt: 0, subject: null, isSlow: false };
    const subscribers = [everything, { ...everything, replica: 1 }];
    const plans = Array.from({ length: 30 }, (_, index) => ({
      subjects: [index % 5, (index + 1) % 5],
      isRolledBack: index % 7 === 0,
      turns: index % 4,
    }));
    const seen = await new Race(replicas, start, subscribers).run([plans, plans, plans, plans]);
    const [here, there] = await Promise.all(seen.map(({ changes }) => changes));

    expect(numbersOf(here!).length).toBeGreaterThan(150);
    expect(numbersOf(there!)).toEqual(numbersOf(here!));
  });
});

function numbersOf(changes: readonly StatusChangeRecord[]): number[] {
  return changes.map((change) => Number(change.evidence['number']));
}
