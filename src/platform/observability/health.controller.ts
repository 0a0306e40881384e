import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { Readiness } from './readiness.js';

/** Health checks for load balancers and orchestrators. They reveal neither version nor settings. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process runs. Ignores the database: restarting Purser would not repair it. */
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
