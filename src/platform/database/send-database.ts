import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { dataSourceOptions, PurserDataSource } from './connection/data-source.js';
import { UnitOfWork } from './unit-of-work.js';

// For claims, and the statements between a claim and its request. These take a millisecond, so one connection besides
// those of the claims is enough.
const CONNECTIONS = 4;

/** Concurrent claims; one connection is left for the statements after them. */
export const CLAIMS_AT_ONCE = CONNECTIONS - 1;

/**
 * The database for everything between a payout and its request: the request budget, the claim, and the queries after
 * it. It has a few connections of its own, so that busy callers cannot delay a claimed payout.
 */
@Injectable()
export class SendDatabase extends PurserDataSource implements OnApplicationShutdown {
  readonly unitOfWork = new UnitOfWork(this);

  /** @param main connected; its entities are used */
  static async connect(config: Config, main: DataSource): Promise<SendDatabase> {
    const { entities } = main.options;
    const sends = new SendDatabase({
      ...dataSourceOptions(config),
      ...(entities && { entities }),
      applicationName: 'purser-sends',
      poolSize: CONNECTIONS,
    });
    await sends.initialize();
    return sends;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.destroy();
  }
}
