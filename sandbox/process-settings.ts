import { z } from 'zod';
import { PHONE_TRANSFER_PLACEHOLDER } from './payouts/destinations/phone-transfer-destination.js';
import { everydayOrderPace } from './orders/order-pace.js';
import { LOOPBACK } from './http/local-listener.js';
import { everydayPace } from './payouts/payout-pace.js';
import type { SandboxOptions } from './sandbox.js';

export type ProcessSettings = Required<Omit<SandboxOptions, 'orderLifetimeMs'>>;

/**
 * 1 s, 5 s, 30 s, 2 min, 10 min: long enough for a deploy of the merchant's server. The interface documents no
 * schedule.
 */
const WEBHOOK_RETRY_DELAYS_MS = '1000,5000,30000,120000,600000';

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

const isDuration = (text: string): boolean => /^\d{1,8}$/.test(text) && Number(text) <= 86_400_000;

const listOf = (text: string): string[] => text.split(',').map((item) => item.trim());

const webhookUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .nullable()
  .default(null);

const milliseconds = (fallback: number | null) =>
  z
    .string()
    .refine(isDuration, { error: 'must be milliseconds, at most a day' })
    .transform(Number)
    .nullable()
    .default(fallback);

const environmentSchema = z.object({
  SANDBOX_PORT: z.string().default('4010').refine(isPort, { error: 'must be a port number' }).transform(Number),
  SANDBOX_HOST: z.ipv4({ error: 'must be an IPv4 address to listen on' }).default(LOOPBACK),
  SANDBOX_API_TOKENS: z
    .string({ error: 'must list the API token of each merchant, separated by commas' })
    .transform(listOf)
    .refine((tokens) => tokens.every((token) => token !== ''), { error: 'must not hold an empty token' })
    .refine((tokens) => new Set(tokens).size === tokens.length, { error: 'must not hold a token twice' }),
  SANDBOX_ORDER_WEBHOOK_URL: webhookUrl,
  SANDBOX_PAYOUT_WEBHOOK_URL: webhookUrl,
  SANDBOX_PAYOUT_WEBHOOK_SECRET: z.string().nullable().default(null),
  SANDBOX_PAYOUT_PROCESSING_MS: milliseconds(everydayPace.payoutProcessingDelayMs),
  SANDBOX_PAYOUT_COMPLETION_MS: milliseconds(everydayPace.payoutCompletionDelayMs),
  SANDBOX_H2H_STAGE_MS: milliseconds(everydayOrderPace.h2hStageDelayMs),
  SANDBOX_ORDER_OUTCOME_MS: milliseconds(everydayOrderPace.orderOutcomeDelayMs),
  SANDBOX_PHONE_TRANSFER_PAYMENT_TYPE: z.string().default(PHONE_TRANSFER_PLACEHOLDER),
  SANDBOX_WEBHOOK_RETRY_DELAYS_MS: z
    .string()
    .default(WEBHOOK_RETRY_DELAYS_MS)
    .transform(listOf)
    .refine((delays) => delays.every(isDuration), { error: 'must list milliseconds, separated by commas' })
    .transform((delays) => delays.map(Number)),
  SANDBOX_BOOK_FILE: z.string().nullable().default(null),
});

/**
 * Reads the settings from environment variables. Empty ones count as unset.
 * @throws Error naming each invalid variable and its rule, never its value, which may contain a token
 */
export function readProcessSettings(environment: Readonly<Record<string, string | undefined>>): ProcessSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const settings = environmentSchema.safeParse(given);
  if (!settings.success) {
    throw new Error(settings.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'));
  }
  return {
    port: settings.data.SANDBOX_PORT,
    host: settings.data.SANDBOX_HOST,
    apiTokens: settings.data.SANDBOX_API_TOKENS,
    orderWebhookUrl: settings.data.SANDBOX_ORDER_WEBHOOK_URL,
    payoutWebhookUrl: settings.data.SANDBOX_PAYOUT_WEBHOOK_URL,
    payoutWebhookSecret: settings.data.SANDBOX_PAYOUT_WEBHOOK_SECRET,
    payoutProcessingDelayMs: settings.data.SANDBOX_PAYOUT_PROCESSING_MS,
    payoutCompletionDelayMs: settings.data.SANDBOX_PAYOUT_COMPLETION_MS,
    h2hStageDelayMs: settings.data.SANDBOX_H2H_STAGE_MS,
    orderOutcomeDelayMs: settings.data.SANDBOX_ORDER_OUTCOME_MS,
    phoneTransferPaymentType: settings.data.SANDBOX_PHONE_TRANSFER_PAYMENT_TYPE,
    webhookRetryDelaysMs: settings.data.SANDBOX_WEBHOOK_RETRY_DELAYS_MS,
    bookFile: settings.data.SANDBOX_BOOK_FILE,
  };
}
