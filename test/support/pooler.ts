/** The port of PgBouncer; defined only with `npm run test:pooler`. */
const PORT = process.env['PURSER_TEST_POOLER_PORT'];

// A pooler gives all its connections the same timeouts. A Purser with other timeouts bypasses it.
const KEPT_DIRECT = ['DATABASE_DIRECT_URL', 'DATABASE_LOCK_TIMEOUT_MS'];

type Settings = Readonly<Record<string, string>> & { readonly DATABASE_URL: string };

/**
 * Returns the settings with the database behind PgBouncer, if PgBouncer runs and the database belongs to this test run.
 */
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
