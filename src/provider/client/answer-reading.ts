import type { CallOutcome, ReadOutcome, UnknownReason } from '../port/call-outcome.js';
import type { ProviderProfile } from '../profile/provider-profile.js';
import { textToShow } from '../wire/provider-text.js';
import type { Exchange, HttpAnswer } from './exchange/http-call.js';
import { asJsonObject } from './exchange/json-body.js';

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly reason: 'malformed' | 'echo_mismatch';
      /** Path of the invalid field and what is wrong with it; never its value. */
      readonly detail: string;
      /** The id in the unusable answer, if it is a UUID worth keeping. */
      readonly claimedId?: string;
    };

export type BodyReader<T> = (json: unknown) => Reading<T>;

/** Reads an answer whose body is undocumented: accepts any body, or none. */
export const readNothing: BodyReader<null> = () => ({ ok: true, value: null });

export interface ChangeReader<T> {
  readonly read: BodyReader<T>;
  /** Finds the ids in an unreadable answer. Absent if there are none to look for. */
  readonly findIds?: (received: Buffer) => readonly string[];
  /** Refusal statuses which mean that the provider's balance does not cover the request. */
  readonly balanceStatuses?: readonly number[];
}

const NOTHING = Buffer.alloc(0);

/**
 * Classifies the outcome of a change, by step 4 of the payout protocol. `accepted` and `refused` need proof; everything
 * else is `unknown`, because the provider may have acted before it answered.
 */
export function readChange<T>(
  profile: ProviderProfile,
  exchange: Exchange,
  { read, findIds, balanceStatuses = [] }: ChangeReader<T>,
): CallOutcome<T> {
  if (exchange.kind === 'not_sent') return exchange;
  const httpStatus = exchange.status;
  const unknown = (because: Flawed, claimedId?: string): CallOutcome<T> => {
    const namedIds = claimedId === undefined ? (findIds?.(exchange.received ?? NOTHING) ?? []) : [claimedId];
    return { kind: 'unknown', ...becauseOf(because), httpStatus, ...(namedIds.length > 0 && { namedIds }) };
  };
  if (exchange.kind === 'lost') return unknown(exchange);
  if (isAccepting(exchange)) {
    const reading = readBody(exchange, read);
    if (reading.ok) return { kind: 'accepted', value: reading.value };
    return unknown(reading, reading.claimedId);
  }
  // An answer without a JSON object may come from an intermediary, which proves nothing about the provider.
  const error = exchange.body.ok ? asJsonObject(exchange.body.value) : null;
  if (error && profile.definiteRefusalStatuses.includes(exchange.status)) {
    const refuses = refusedPart(profile, exchange.status, balanceStatuses);
    return { kind: 'refused', httpStatus: exchange.status, refuses, message: refusalMessage(error) };
  }
  return unknown({ reason: 'http_status' });
}

function refusedPart(
  profile: ProviderProfile,
  status: number,
  balanceStatuses: readonly number[],
): Extract<CallOutcome<never>, { kind: 'refused' }>['refuses'] {
  if (balanceStatuses.includes(status)) return 'balance';
  if (profile.credentialRefusalStatuses.includes(status)) return 'credentials';
  return profile.contentRefusalStatuses.includes(status) ? 'content' : 'request';
}

/**
 * Removes the provider's text from an outcome, for calls with a card or a code: a refusal may repeat them, and no
 * pattern recognises every code.
 */
export function withoutText<T>(outcome: CallOutcome<T>): CallOutcome<T> {
  return outcome.kind === 'refused' ? { ...outcome, message: null } : outcome;
}

/** Classifies the result of a read-back. `absent` needs proof, like a refusal. */
export function readLookUp<T>(profile: ProviderProfile, exchange: Exchange, read: BodyReader<T>): ReadOutcome<T> {
  if (exchange.kind === 'not_sent') return { kind: 'unavailable', reason: exchange.reason, httpStatus: null };
  const httpStatus = exchange.status;
  if (exchange.kind === 'lost') return { kind: 'unavailable', ...becauseOf(exchange), httpStatus };
  if (isAccepting(exchange)) {
    const reading = readBody(exchange, read);
    return reading.ok
      ? { kind: 'found', value: reading.value }
      : { kind: 'unavailable', ...becauseOf(reading), httpStatus };
  }
  const isObject = exchange.body.ok && asJsonObject(exchange.body.value) !== null;
  if (isObject && profile.absentStatuses.includes(exchange.status)) return { kind: 'absent' };
  return { kind: 'unavailable', reason: 'http_status', httpStatus };
}

interface Flawed {
  readonly reason: UnknownReason;
  readonly detail?: string;
}

function becauseOf({ reason, detail }: Flawed): Flawed {
  return detail === undefined ? { reason } : { reason, detail };
}

function isAccepting(answer: HttpAnswer): boolean {
  return answer.status >= 200 && answer.status <= 299;
}

function readBody<T>(answer: HttpAnswer, read: BodyReader<T>): Reading<T> {
  if (answer.body.ok) return read(answer.body.value);
  const needsNoBody = (read as BodyReader<unknown>) === readNothing;
  return needsNoBody ? read(undefined) : { ok: false, reason: 'malformed', detail: answer.body.flaw };
}

// The format of error bodies is undocumented. These are the usual field names, and nothing depends on them.
function refusalMessage(error: Readonly<Record<string, unknown>>): string | null {
  const text = [error['message'], error['error']].find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? textToShow(text) : null;
}
