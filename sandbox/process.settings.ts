import { z } from 'zod';
import type { SandboxOptions } from './sandbox.js';

/** What the process is told through its environment. */
export type ProcessSettings = Pick<SandboxOptions, 'port' | 'apiTokens' | 'orderWebhookUrl' | 'bookFile'>;

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

const environmentSchema = z.object({
  SANDBOX_PORT: z.string().default('4010').refine(isPort, { error: 'must be a port number' }).transform(Number),
  SANDBOX_API_TOKENS: z
    .string({ error: 'must list the API token of each merchant, separated by commas' })
    .transform((text) => text.split(',').map((token) => token.trim()))
    .refine((tokens) => tokens.every((token) => token !== ''), { error: 'must not hold an empty token' })
    .refine((tokens) => new Set(tokens).size === tokens.length, { error: 'must not hold a token twice' }),
  SANDBOX_ORDER_WEBHOOK_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .nullable()
    .default(null),
  SANDBOX_BOOK_FILE: z.string().nullable().default(null),
});

/**
 * Reads the settings from environment variables; an empty one counts as not set. Raises an `Error` that names each
 * variable at fault and its rule, never its value: a value may be a token or hold one.
 */
export function readProcessSettings(environment: Readonly<Record<string, string | undefined>>): ProcessSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const settings = environmentSchema.safeParse(given);
  if (!settings.success) {
    throw new Error(settings.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'));
  }
  return {
    port: settings.data.SANDBOX_PORT,
    apiTokens: settings.data.SANDBOX_API_TOKENS,
    orderWebhookUrl: settings.data.SANDBOX_ORDER_WEBHOOK_URL,
    bookFile: settings.data.SANDBOX_BOOK_FILE,
  };
}
