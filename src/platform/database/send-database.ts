import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { dataSourceOptions, PurserDataSource } from './connection/data-source.js';
import { UnitOfWork } from './unit-of-work.js';

// Enough for claims and the statements between a claim and its request, which take a millisecond each.
const CONNECTIONS = 4;

/** Maximum number of concurrent claims. One connection is left for the statements that follow a claim. */
export const CLAIMS_AT_ONCE = CONNECTIONS - 1;

/**
 * The database connections for everything between a payout and its request to the provider: the request budget, the
 * claim and the queries after it. They are separate, so that busy callers cannot delay a claimed payout.
 */
@Injectable()
export class SendDatabase extends PurserDataSource implements OnApplicationShutdown {
  readonly unitOfWork = new UnitOfWork(this);

  /** @param main must be connected; its entities are reused */
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
