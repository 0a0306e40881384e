import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { StatusChangeRecord } from '../../events/status-change.js';
import { StatusLog } from '../../events/status-log.js';
import type { H2hSessionEntity } from '../persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from '../persistence/h2h-sessions.repository.js';

// The largest page of orders.
const OPTIONS = { cache: false, maxBatchSize: 100 };

/** Gathers what the sessions of one answer need into one query each; nothing is cached. */
@Injectable()
export class H2hLoaders {
  readonly #sessions: DataLoader<string, H2hSessionEntity | null>;
  readonly #timelines: DataLoader<string, readonly StatusChangeRecord[]>;

  constructor(sessions: H2hSessionsRepository, log: StatusLog) {
    this.#sessions = new DataLoader(async (ids: readonly string[]) => {
      const found = new Map((await sessions.findByIds(ids)).map((session) => [session.id, session]));
      return ids.map((id) => found.get(id) ?? null);
    }, OPTIONS);
    this.#timelines = new DataLoader(async (ids: readonly string[]) => {
      const timelines = await log.readTimelines('H2H', [...new Set(ids)]);
      return ids.map((id) => timelines.get(id) ?? []);
    }, OPTIONS);
  }

  session(orderId: string): Promise<H2hSessionEntity | null> {
    return this.#sessions.load(orderId);
  }

  timeline(orderId: string): Promise<readonly StatusChangeRecord[]> {
    return this.#timelines.load(orderId);
  }
}
