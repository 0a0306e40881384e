import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { dataSourceOptions, PurserDataSource } from './connection/data-source.js';
import { UnitOfWork } from './unit-of-work.js';

// For claims, and for the statements between a claim and its request: these take a millisecond each, so one connection
// beside the claims' own serves them.
const CONNECTIONS = 4;

/** Claims that may be under way at once, so that the statements after them find a connection. */
export const CLAIMS_AT_ONCE = CONNECTIONS - 1;

/**
 * The database for what stands between a payout and its request: the request budget, the claim, and what is asked after
 * it. A few connections of their own, so that no crowd of callers keeps a claimed payout from being sent in time.
 */
@Injectable()
export class SendDatabase extends PurserDataSource implements OnApplicationShutdown {
  readonly unitOfWork = new UnitOfWork(this);

  /** @param main connected: its entities are those of the application */
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
