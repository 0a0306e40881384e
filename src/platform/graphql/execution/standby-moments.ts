import { Injectable } from '@nestjs/common';
import type { StandbyMoment } from '../../database/standby-reads.port.js';
import type { GraphqlContext } from '../request-context.js';

/**
 * For each running query, the moment that the standby must show to answer it. Makes all of a query's reads use the same
 * moment.
 */
@Injectable()
export class StandbyMoments {
  readonly #moments = new WeakMap<GraphqlContext, StandbyMoment>();

  set(context: GraphqlContext, moment: StandbyMoment): void {
    this.#moments.set(context, moment);
  }

  /** Returns null if the query must read from the primary. */
  of(context: GraphqlContext): StandbyMoment | null {
    return this.#moments.get(context) ?? null;
  }
}
