import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { REPLAYED_SOURCES } from '../../webhooks/domain/webhook-event.js';
import { WebhookHandlers } from '../../webhooks/webhook-handlers.js';
import { RollRepository } from './persistence/roll.sql.js';

// Charts by hour need not be more up to date.
const EVERY_MS = 5_000;

// A page takes tens of milliseconds in the database. If a replica is killed, only one page is counted again.
const PAGE_SIZE = 1_000;

/** Counts each change in the status log exactly once, on the replica that holds the lock on the cursor. */
@Injectable()
export class RollStatusesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly handlers: WebhookHandlers,
    private readonly rollups: RollRepository,
  ) {}

  @RunEvery(EVERY_MS, 'series.roll')
  async rollOnce(): Promise<{ readonly more: boolean }> {
    const sources = REPLAYED_SOURCES.map((source) => this.handlers.get(source).subjects);
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.rollups.lockCursor(tx))) return { more: false };
      return { more: (await this.rollups.countNext(tx, sources, PAGE_SIZE)) === PAGE_SIZE };
    });
  }
}
