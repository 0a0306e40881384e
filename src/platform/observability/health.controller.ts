import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { Readiness } from './readiness.js';

/** Tells a load balancer or an orchestrator how this process is. Neither answer holds a version or a setting. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process runs. Never looks at the database: restarting Purser does not mend that. */
  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /** The process can serve: its database answers and commits. */
  @Get('readyz')
  async ready(): Promise<{ status: string }> {
    const obstacle = await this.readiness.findObstacle();
    if (obstacle !== null) throw new ServiceUnavailableException({ status: obstacle });
    return { status: 'ok' };
  }
}
