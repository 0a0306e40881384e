/** PostgreSQL could not be started here. The message gives the reason and the alternative. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';

  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The embedded PostgreSQL cannot be used: ${reason}\n` +
        'To use a PostgreSQL server of your own, set DATABASE_URL=postgres://user:password@host:5432/database.',
      options,
    );
  }
}
