import type { DataSource } from 'typeorm';

/** A moment of the primary. A standby that shows its number shows everything that was committed before. */
export interface StandbyMoment {
  readonly number: number;
  /** Before it was, by `performance.now()`. */
  readonly sentAt: number;
}

export type Statement = readonly [query: string, parameters?: unknown[]];

/** A standby of the database, which may lag behind. Injectable by its class, if an extra provides one. */
export abstract class StandbyReads {
  /** How old the state may be that queries are answered from, on any replica of Purser. */
  abstract readonly maxLagMilliseconds: number;

  /** Null until the first connection was made. */
  abstract readonly connections: DataSource | null;

  /**
   * Returns the moment as of which it may answer a query of this reader; null if the primary has to. No reader is
   * shown a state before one that they may know of.
   *
   * @param primary the connections of reads to the primary
   */
  abstract findMoment(readerId: string, primary: DataSource): Promise<StandbyMoment | null>;

  /**
   * Called after a reader changed something, and before a reader receives a change: they may know everything until now.
   */
  abstract keepFresh(readerId: string): Promise<void> | void;

  /**
   * Returns its answer to a statement, of that moment or later; null if the primary has to be asked.
   *
   * @throws ReadTimedOutError if the statement takes longer than it may
   */
  abstract ask(asOf: StandbyMoment, readerId: string, statement: Statement): Promise<{ readonly rows: unknown } | null>;
}
