import { randomUUID } from 'node:crypto';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { loadConfig } from '../../src/platform/config/config.js';
import type { ApiReads } from '../../src/platform/database/api-reads.js';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source.js';
import { Transaction } from '../../src/platform/database/transaction.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { type NewStatusChange, type StatusChangeRecord, statusesOf } from '../../src/platform/events/status-change.js';
import type { FollowRequest } from '../../src/platform/events/following.js';
import { StatusFeed } from '../../src/platform/events/status-feed.js';
import { StatusChangeEntity } from '../../src/platform/events/persistence/status-change.entity.js';
import { StatusLog } from '../../src/platform/events/status-log.js';
import { createWakeUp } from '../../src/platform/events/wake-up/create-wake-up.js';
import type { WakeUp } from '../../src/platform/events/wake-up/wake-up.port.js';
import { TEST_SETTINGS } from './purser.js';

export type Following = AsyncIterableIterator<StatusChangeRecord, void, undefined>;

/** A change whose transaction is still open. */
export interface HeldChange {
  readonly subjectId: string;
  commit(): Promise<void>;
  rollBack(): Promise<void>;
}

/** Builds the first status of a new subject, with overrides. */
export function statusChange(overrides: Partial<NewStatusChange> = {}): NewStatusChange {
  return {
    subjectType: 'ORDER',
    subjectId: randomUUID(),
    from: null,
    to: 'CREATED',
    cause: 'API',
    evidence: {},
    ...overrides,
  };
}

/** Nest calls these hooks if an adapter has them. */
type RunningWakeUp = WakeUp & Partial<OnApplicationBootstrap & BeforeApplicationShutdown>;

/** The status log of one replica, without the rest of Purser. */
export class LogReplica {
  /**
   * @param maxLagMilliseconds maximum lag of the standby's state; 0 without a standby
   * @param carrier an extra's carrier, instead of the configured one
   */
  static async start(
    databaseUrl: string,
    settings: Readonly<Record<string, string>> = {},
    { maxLagMilliseconds = 0, carrier }: { maxLagMilliseconds?: number; carrier?: RunningWakeUp } = {},
  ): Promise<LogReplica> {
    // Connections are cut on purpose, so warnings about them are expected.
    Logger.overrideLogger(false);
    const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: databaseUrl, ...settings });
    const dataSource = await new DataSource(dataSourceOptions(config)).initialize();
    const wakeUp: RunningWakeUp = carrier ?? createWakeUp(config, dataSource);
    const changes = dataSource.getRepository(StatusChangeEntity);
    const log = new StatusLog(changes, changes, wakeUp);
    const replica = new LogReplica(dataSource, wakeUp, log, { maxLagMilliseconds } as ApiReads);
    await wakeUp.onApplicationBootstrap?.();
    await replica.feed.onApplicationBootstrap();
    return replica;
  }

  readonly feed: StatusFeed;
  readonly #unitOfWork: UnitOfWork;

  private constructor(
    private readonly dataSource: DataSource,
    readonly wakeUp: RunningWakeUp,
    readonly log: StatusLog,
    reads: ApiReads,
  ) {
    this.feed = new StatusFeed(log, wakeUp, reads);
    this.#unitOfWork = new UnitOfWork(dataSource);
  }

  follow({
    subjectId = null,
    after = null,
    isTold = () => true,
  }: Partial<Pick<FollowRequest<StatusChangeRecord>, 'subjectId' | 'after' | 'isTold'>> = {}): Following {
    return this.feed.follow({ ...statusesOf('ORDER', subjectId), after, isTold });
  }

  transact<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#unitOfWork.run(work);
  }

  /** Commits changes in one transaction and returns their subjects, in order. */
  async commit(...changes: readonly NewStatusChange[]): Promise<string[]> {
    await this.transact(async (tx) => {
      for (const change of changes) await this.log.append(tx, change);
    });
    return changes.map((change) => change.subjectId);
  }

  /** Writes a change in a transaction that stays open. */
  async hold(change: NewStatusChange): Promise<HeldChange> {
    const runner = this.dataSource.createQueryRunner();
    await runner.startTransaction();
    const tx = new Transaction(runner.manager);
    await this.log.append(tx, change);
    await tx.query('SELECT');
    return {
      subjectId: change.subjectId,
      commit: async () => {
        await runner.commitTransaction();
        await runner.release();
        tx.runAfterCommit();
      },
      rollBack: async () => {
        await runner.rollbackTransaction();
        await runner.release();
      },
    };
  }

  async stop(): Promise<void> {
    await this.feed.beforeApplicationShutdown();
    await this.wakeUp.beforeApplicationShutdown?.();
    await this.dataSource.destroy();
  }
}

export async function take(following: Following, count: number): Promise<StatusChangeRecord[]> {
  const taken: StatusChangeRecord[] = [];
  while (taken.length < count) {
    const next = await following.next();
    if (next.done) throw new Error(`It ended after ${taken.length} of ${count} changes`);
    taken.push(next.value);
  }
  return taken;
}

export async function takeSubjects(following: Following, count: number): Promise<string[]> {
  return (await take(following, count)).map((change) => change.subjectId);
}
