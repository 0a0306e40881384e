import { z } from 'zod';

const settings = z.object({
  PORT: z.coerce.number(),
  DATABASE_URL: z.string(),
  DATABASE_POOL_SIZE: z.coerce.number(),
  PROVIDER_BASE_URL: z.string(),
  PROVIDER_API_TOKEN: z.string(),
  BENCH_SCRIPTS_FILE: z.string(),
});

/** The bare server's environment. Its variables have the same names as Purser's. */
export type BareSettings = z.infer<typeof settings>;

export function readBareSettings(): BareSettings {
  return settings.parse(process.env);
}
