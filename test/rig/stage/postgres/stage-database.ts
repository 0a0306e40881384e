/** A database that a test asks, whatever befalls it meanwhile. */
export interface QueriedDatabase {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** The database of a stage. */
export interface StageDatabase extends QueriedDatabase {
  /** The address that stays when another server takes over. */
  readonly url: string;
  /** The primary itself. */
  readonly directUrl: string;
}
