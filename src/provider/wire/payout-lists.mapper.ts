import { z } from 'zod';
import { parseCurrencyCode } from '../../common/currency.js';
import type { Reading } from '../client/answer-reading.js';
import type { ProviderBank, ProviderPayoutService } from '../port/payouts.port.js';
import { absentOr, wireText } from './field.schema.js';

// The largest id of a payout's column and of the Int of GraphQL. A service beyond it could be neither shown nor asked
// for.
const MAX_SERVICE_ID = 2_147_483_647;

const serviceId = z
  .union([
    z.int(),
    // Fifteen digits fit a JavaScript number exactly.
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(MAX_SERVICE_ID));

const label = absentOr(wireText).catch(null);

const services = z.array(
  z
    .object({ id: serviceId, name: label, title: label, currency: label })
    .transform(({ id, name, title, currency }): ProviderPayoutService => ({
      id,
      name: name ?? title,
      currency: currency === null ? null : parseCurrencyCode(currency),
    })),
);

// The shape is not documented: the list itself, or the list in one of the two usual envelopes.
const anyServices = z.union([
  services,
  z.object({ items: services }).transform(({ items }) => items),
  z.object({ data: services }).transform(({ data }) => data),
]);

const banks = z.array(z.object({ id: wireText.min(1), name: wireText.min(1) }));

/**
 * The answer to `GET /v1/payouts/services`. One entry without an id, or with one that does not fit, makes the whole
 * list malformed, for a list that silently lacks a service would send a payout to the default one.
 */
export function readPayoutServices(json: unknown): Reading<readonly ProviderPayoutService[]> {
  return readingOf(anyServices, json);
}

/** The answer to `GET /v1/payouts/banks`. */
export function readBanks(json: unknown): Reading<readonly ProviderBank[]> {
  return readingOf(banks, json);
}

function readingOf<T>(schema: z.ZodType<T>, json: unknown): Reading<T> {
  const parsed = schema.safeParse(json);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, reason: 'malformed' };
}
