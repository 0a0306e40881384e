import type { Contest } from '../load/paired-rounds.js';
import type { Stage } from '../stage/bench-stage.js';

/** One kind of request, put to both contenders. */
export interface ThroughputScenario {
  readonly title: string;
  /** The part of the bare server's requests a second that Purser should reach; null where none is set. */
  readonly target: number | null;
  contest(contenders: Pick<Stage, 'purser' | 'bare' | 'operatorKey'>): Contest;
  /**
   * Puts one request to each and compares what came of it, since the speeds of different work compare nothing.
   * @throws Error when the contenders do not do the same.
   */
  proveSameWork(stage: Stage, contest: Contest): Promise<void>;
}
