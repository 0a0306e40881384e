import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Tells a load balancer or an orchestrator how this process is. Neither answer holds a version or a setting. */
@Controller()
export class HealthController {
  constructor(private readonly dataSource: DataSource) {}

  /** The process runs. Never looks at the database: restarting Purser does not mend that. */
  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /** The process can serve: its database answers. */
  @Get('readyz')
  async ready(): Promise<{ status: string }> {
    try {
      await this.dataSource.query('SELECT 1');
    } catch {
      throw new ServiceUnavailableException({ status: 'database unavailable' });
    }
    return { status: 'ok' };
  }
}
