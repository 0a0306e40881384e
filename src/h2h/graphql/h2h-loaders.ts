import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../../platform/graphql/batch-loader.js';
import type { StatusChangeRecord } from '../../platform/events/status-change.js';
import { StatusLog } from '../../platform/events/status-log.js';
import type { H2hSessionEntity } from '../persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from '../persistence/h2h-sessions.repository.js';

/** Loads what the sessions in one response need, with one query for each kind of data. */
@Injectable()
export class H2hLoaders {
  readonly #sessions: BatchLoader<H2hSessionEntity | null>;
  readonly #timelines: BatchLoader<readonly StatusChangeRecord[]>;

  constructor(sessions: H2hSessionsRepository, log: StatusLog) {
    this.#sessions = new BatchLoader(async (ids) => {
      const found = new Map((await sessions.findByIds(ids)).map((session) => [session.id, session]));
      return ids.map((id) => found.get(id) ?? null);
    });
    this.#timelines = new BatchLoader(async (ids) => {
      const timelines = await log.readTimelines('H2H', [...new Set(ids)]);
      return ids.map((id) => timelines.get(id) ?? []);
    });
  }

  session(orderId: string): Promise<H2hSessionEntity | null> {
    return this.#sessions.load(orderId);
  }

  timeline(orderId: string): Promise<readonly StatusChangeRecord[]> {
    return this.#timelines.load(orderId);
  }
}
