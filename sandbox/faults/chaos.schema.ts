import { z } from 'zod';
import {
  createOrderFaults,
  createPayoutFaults,
  submitH2hCardFaults,
  submitH2hCodeFaults,
} from './create-fault.schema.js';
import { answerDelay, location, webhookDelay } from './fault-fields.schema.js';
import { readH2hStatusFaults, readOrderFaults, readPayoutFaults } from './read-fault.schema.js';
import { orderWebhookFaults, payoutWebhookFaults } from './webhook-fault.schema.js';

interface Faults<Fault extends string> {
  readonly options: readonly { readonly shape: { readonly fault: { readonly value: Fault } } }[];
}

/** Probability of each fault at one place. The rest up to 1 is the probability of no fault. */
function ratesOf<Fault extends string>({ options }: Faults<Fault>) {
  return z
    .partialRecord(z.enum(options.map(({ shape }) => shape.fault.value)), z.number().min(0).max(1))
    .refine((rates) => sumOf(rates) <= 1 + Number.EPSILON * options.length, { error: 'must not add up to more than 1' })
    .default({});
}

function sumOf(rates: Readonly<Record<string, number | undefined>>): number {
  return Object.values(rates).reduce<number>((sum, rate = 0) => sum + rate, 0);
}

/**
 * Random faults for test campaigns. The n-th draw at a place depends only on the seed, the place and n, so the same
 * seed and sequence of requests get the same faults.
 */
export const chaosSchema = z
  .strictObject({
    seed: z.union([z.string().min(1), z.int()]).transform(String),
    rates: z
      .strictObject({
        createOrder: ratesOf(createOrderFaults),
        readOrder: ratesOf(readOrderFaults),
        orderWebhook: ratesOf(orderWebhookFaults),
        submitH2hCard: ratesOf(submitH2hCardFaults),
        submitH2hCode: ratesOf(submitH2hCodeFaults),
        readH2hStatus: ratesOf(readH2hStatusFaults),
        createPayout: ratesOf(createPayoutFaults),
        readPayout: ratesOf(readPayoutFaults),
        payoutWebhook: ratesOf(payoutWebhookFaults),
      })
      .describe('For each place, the probability of each of its faults.'),
    answerDelayMs: answerDelay.default(3_000).describe('The delayMs of slow answers.'),
    webhookDelayMs: webhookDelay.default(3_000).describe('The delayMs of late webhooks.'),
    copies: z.int().min(2).max(1000).default(3).describe('The copies of duplicated webhooks.'),
    location: location
      .default('http://127.0.0.1:9/')
      .describe('Where redirects lead: unless given, to a port nobody listens on.'),
    word: z.string().min(1).max(100).default('SETTLED_MAYBE').describe('The unknown status word.'),
  })
  .describe('What is not given here (variant, status, accepted) is drawn as well.');

export type ChaosPlan = z.infer<typeof chaosSchema>;
