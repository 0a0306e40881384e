import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { Readiness } from './readiness.js';

/** Health checks for load balancers and orchestrators. They reveal neither the version nor any settings. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Liveness: the process is running. Ignores the database, because restarting Purser would not repair it. */
  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /** Readiness: the process can serve, because its database answers and commits. */
  @Get('readyz')
  async ready(): Promise<{ status: string }> {
    const obstacle = await this.readiness.findObstacle();
    if (obstacle !== null) throw new ServiceUnavailableException({ status: obstacle });
    return { status: 'ok' };
  }
}
