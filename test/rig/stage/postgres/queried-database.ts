/** A database that a test asks, whatever befalls it meanwhile. */
export interface QueriedDatabase {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}
