import type { DataSource } from 'typeorm';

/**
 * A moment in the history of the primary, marked by a number. A standby that shows the number shows everything that was
 * committed before it.
 */
export interface StandbyMoment {
  readonly number: number;
  /** A `performance.now()` value from before the number was written. */
  readonly sentAt: number;
}

export type Statement = readonly [query: string, parameters?: unknown[]];

/** A standby of the database, which may lag behind. An extra provides it; this class is its injection token. */
export abstract class StandbyReads {
  /** Maximum age of the state with which queries are answered, on any replica of Purser. */
  abstract readonly maxLagMilliseconds: number;

  /** Null until the first connection is established. */
  abstract readonly connections: DataSource | null;

  /**
   * Returns the moment that the standby must show to answer a query of this reader; null if the primary must answer. No
   * reader is shown an older state than one they may have seen.
   * @param primary the read connections to the primary
   */
  abstract findMoment(readerId: string, primary: DataSource): Promise<StandbyMoment | null>;

  /**
   * Called after a reader changed something, and before a change is delivered to a reader: from then on they may know
   * everything up to now.
   */
  abstract keepFresh(readerId: string): Promise<void> | void;

  /**
   * Returns the standby's answer to a statement, from a state at or after the moment; null if the primary has to be
   * asked.
   * @throws ReadTimedOutError if the statement takes too long
   */
  abstract ask(asOf: StandbyMoment, readerId: string, statement: Statement): Promise<{ readonly rows: unknown } | null>;
}
