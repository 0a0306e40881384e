import * as z from 'zod';
import type { Secret } from '../../common/secret.js';
import type { Reading } from '../client/answer-reading.js';
import type { ProviderH2hStatus } from '../port/h2h.port.js';
import type { ProviderCard } from '../port/orders.port.js';
import type { ProviderProfile } from '../profile/provider-profile.js';
import { translateStatus } from '../profile/status-words.js';
import { flawsOf, malformed } from './answer-flaws.js';
import { orMissing, wireStatus } from './field.schema.js';
import { toWireCard } from './order.mapper.js';

// The usual spellings of a flag. A payer must be able to enter the code even if the flag is sent as a string.
const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [1, true],
  [0, false],
  ['true', true],
  ['false', false],
]);

const isSmsRequired = z.preprocess(
  (value) => FLAGS.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value,
  z.boolean({ error: orMissing('is not true or false') }),
);

const wireH2hStatus = z.object({ isSmsRequired, status: wireStatus }, 'is not an object');

// Only the status is required. Without the flag, the payer is simply not asked for a code.
const readableH2hStatus = wireH2hStatus.extend({ isSmsRequired: isSmsRequired.nullable().catch(null) });

/** The body of `POST /v1/orders/{id}/h2h/card`. */
export function writeCard(card: ProviderCard): string {
  return JSON.stringify(toWireCard(card));
}

/** The body of `POST /v1/orders/{id}/h2h/code`. */
export function writeCode(code: Secret): string {
  return JSON.stringify({ code: code.reveal() });
}

export function readH2hStatus(profile: ProviderProfile, json: unknown): Reading<ProviderH2hStatus> {
  const strict = wireH2hStatus.safeParse(json);
  const parsed = strict.success ? strict : readableH2hStatus.safeParse(json);
  if (!parsed.success) return malformed(parsed.error);
  const { status: providerStatus } = parsed.data;
  const status = translateStatus(profile.h2hStatusWords, providerStatus);
  const unreadable = strict.success ? [] : flawsOf(strict.error);
  return { ok: true, value: { providerStatus, status, isSmsRequired: parsed.data.isSmsRequired, unreadable } };
}
