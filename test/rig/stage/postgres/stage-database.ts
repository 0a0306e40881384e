/** A database that the test can query during any fault. */
export interface QueriedDatabase {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

export interface StageDatabase extends QueriedDatabase {
  /** The address that stays when another server takes over. */
  readonly url: string;
  /** URL of the current primary itself. */
  readonly directUrl: string;
}
