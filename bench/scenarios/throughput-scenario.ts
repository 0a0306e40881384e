import type { Contest } from '../load/paired-rounds.js';
import type { Stage } from '../stage/bench-stage.js';

export interface ThroughputScenario {
  readonly title: string;
  /** Share of the bare server's requests per second that Purser should reach. */
  readonly target: number;
  contest(contenders: Pick<Stage, 'purser' | 'bare' | 'operatorKey'>): Contest;
  /**
   * Sends one request to each contender and compares the results: rates are comparable only for the same work.
   * @throws Error if the contenders' work differs
   */
  proveSameWork(stage: Stage, contest: Contest): Promise<void>;
}
