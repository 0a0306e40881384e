import type { DataSource } from 'typeorm';

/** A moment of the primary. A replica that shows its number shows everything that was committed before. */
export interface ReadMoment {
  readonly number: number;
  /** Before it was, by `performance.now()`. */
  readonly sentAt: number;
}

export type Statement = readonly [query: string, parameters?: unknown[]];

/** A copy of the database that may lag behind. Injectable by its class, if an extra provides one. */
export abstract class ReadReplica {
  /** How old the state may be that queries are answered from, on any replica of Purser. */
  abstract readonly maxLagMilliseconds: number;

  /** Null until the first connection was made. */
  abstract readonly connections: DataSource | null;

  /**
   * Returns the moment as of which the copy may answer a query of this reader; null if the primary has to. No reader is
   * shown a state before one that they may know of.
   *
   * @param primary the connections of reads to the primary
   */
  abstract findMoment(readerId: string, primary: DataSource): Promise<ReadMoment | null>;

  /** Called once a reader has changed something, and before one is told of a change: they may know of all until now. */
  abstract keepFresh(readerId: string): Promise<void> | void;

  /**
   * Returns the answer of the copy to a statement, of that moment or later; null if the primary has to be asked.
   *
   * @throws ReadTimedOutError if the statement takes longer than it may
   */
  abstract ask(asOf: ReadMoment, readerId: string, statement: Statement): Promise<{ readonly rows: unknown } | null>;
}
