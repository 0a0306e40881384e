import { Injectable } from '@nestjs/common';
import type { StandbyMoment } from '../../database/standby-reads.port.js';
import type { GraphqlContext } from '../request-context.js';

/** The position as of which the standby may answer each running query, so that a query reads from one place. */
@Injectable()
export class StandbyMoments {
  readonly #moments = new WeakMap<GraphqlContext, StandbyMoment>();

  set(context: GraphqlContext, moment: StandbyMoment): void {
    this.#moments.set(context, moment);
  }

  /** Null to read from the primary. */
  of(context: GraphqlContext): StandbyMoment | null {
    return this.#moments.get(context) ?? null;
  }
}
