/** The port of PgBouncer; defined only with `npm run test:pooler`. */
const PORT = process.env['PURSER_TEST_POOLER_PORT'];

// A pooler gives all its connections the same timeouts, so a Purser with other ones bypasses it.
const KEPT_DIRECT = ['DATABASE_DIRECT_URL', 'DATABASE_LOCK_TIMEOUT_MS'];

type Settings = Readonly<Record<string, string>> & { readonly DATABASE_URL: string };

/** Returns the same settings with the database behind PgBouncer, if that runs and the database is the run's own. */
export function behindPooler<Given extends Settings>(settings: Given): Given {
  const { DATABASE_URL: direct } = settings;
  const isOfRun = new URL(direct).host === new URL(process.env['PURSER_TEST_TEMPLATE_URL'] ?? '').host;
  if (PORT === undefined || !isOfRun || KEPT_DIRECT.some((name) => name in settings)) return settings;
  const pooled = new URL(direct);
  pooled.port = PORT;
  return { ...settings, DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: direct };
}

export function isPooled({ DATABASE_URL: url }: Settings): boolean {
  return PORT !== undefined && new URL(url).port === PORT;
}
