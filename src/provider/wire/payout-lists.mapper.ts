import * as z from 'zod';
import { parseCurrencyCode } from '../../common/currency.js';
import type { Reading } from '../client/answer-reading.js';
import type { ProviderBank, ProviderPayoutService } from '../port/payouts.port.js';
import type { ProviderProfileValues } from '../profile/provider-profile.schema.js';
import { malformed, malformedBy } from './answer-flaws.js';
import { informative, orMissing, wireText } from './field.schema.js';
import { detailsOf } from './provider-details.js';

type ListShape = Pick<ProviderProfileValues, 'payoutServicesPaths' | 'payoutServiceIdNames'>;

// The maximum of the column and of GraphQL's Int. A service with a larger id could be neither shown nor requested.
const MAX_SERVICE_ID = 2_147_483_647;

const serviceId = z.preprocess(
  // Fifteen digits fit a JavaScript number exactly.
  (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
  z
    .int({ error: orMissing('is not a whole number') })
    .min(0, 'is below zero')
    .max(MAX_SERVICE_ID, 'is above 2147483647'),
);

const label = informative(wireText);

const labels = z.object({ name: label, title: label, currency: label });

const object = z.record(z.string(), z.unknown(), 'is not an object');

const banks = z.array(
  z.object({ id: wireText.min(1, 'is empty'), name: wireText.min(1, 'is empty') }, 'is not an object'),
  'is not a list',
);

/**
 * Reads the answer to `GET /v1/payouts/services`. A single entry without a valid id makes the whole list malformed,
 * because with an incomplete list a payout would go to the default service.
 */
export function readPayoutServices(profile: ListShape, json: unknown): Reading<readonly ProviderPayoutService[]> {
  const list = profile.payoutServicesPaths.map((path) => valueAt(json, path)).find((value) => Array.isArray(value));
  if (list === undefined) return malformedBy('the list is not where the profile looks for it');
  const value: ProviderPayoutService[] = [];
  for (const item of list as readonly unknown[]) {
    const entry = object.safeParse(item);
    if (!entry.success) return malformedBy(`[] ${entry.error.issues[0]?.message ?? 'is not an object'}`);
    const idName = profile.payoutServiceIdNames.find((name) => entry.data[name] !== undefined);
    if (idName === undefined) return malformedBy(`[].${profile.payoutServiceIdNames.join(' or ')} is missing`);
    const id = serviceId.safeParse(entry.data[idName]);
    if (!id.success) return malformedBy(`[].${idName} ${id.error.issues[0]?.message ?? 'is not a whole number'}`);
    value.push(toService(id.data, { idName, fields: entry.data }));
  }
  return { ok: true, value };
}

export function readBanks(json: unknown): Reading<readonly ProviderBank[]> {
  const parsed = banks.safeParse(json);
  return parsed.success ? { ok: true, value: parsed.data } : malformed(parsed.error);
}

function toService(
  id: number,
  { idName, fields }: { readonly idName: string; readonly fields: Readonly<Record<string, unknown>> },
): ProviderPayoutService {
  const { name, title, currency } = labels.parse(fields);
  const known = new Set([idName, 'currency', name === null ? 'title' : 'name']);
  return {
    id,
    name: name ?? title,
    currency: currency === null ? null : parseCurrencyCode(currency),
    details: detailsOf(fields, known),
  };
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => object.safeParse(value).data?.[name], json);
}
