import { z } from 'zod';
import type { Secret } from '../../common/secret.js';
import type { Reading } from '../client/answer-reading.js';
import type { ProviderH2hStatus } from '../port/h2h.port.js';
import type { ProviderCard } from '../port/orders.port.js';
import type { ProviderProfile } from '../profile/provider-profile.js';
import { translateStatus } from '../profile/status-words.js';
import { wireStatus } from './field.schema.js';
import { toWireCard } from './order.mapper.js';

const wireH2hStatus = z.object({ isSmsRequired: z.boolean(), status: wireStatus });

/** The body of `POST /v1/orders/{id}/h2h/card`. */
export function writeCard(card: ProviderCard): string {
  return JSON.stringify(toWireCard(card));
}

/** The body of `POST /v1/orders/{id}/h2h/code`. */
export function writeCode(code: Secret): string {
  return JSON.stringify({ code: code.reveal() });
}

/** The answer of the status endpoint. */
export function readH2hStatus(profile: ProviderProfile, json: unknown): Reading<ProviderH2hStatus> {
  const parsed = wireH2hStatus.safeParse(json);
  if (!parsed.success) return { ok: false, reason: 'malformed' };
  const { status: providerStatus, isSmsRequired } = parsed.data;
  const status = translateStatus(profile.h2hStatusWords, providerStatus);
  return { ok: true, value: { providerStatus, status, isSmsRequired } };
}
