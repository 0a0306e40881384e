import { Injectable } from '@nestjs/common';
import { parseUuid } from '../../common/ids.js';
import { Config } from '../../platform/config/config.js';
import { RequestBudget } from '../budget/request-budget.js';
import type { RequestLane } from '../budget/token-store.js';
import type { CallOutcome, ReadOutcome } from '../port/call-outcome.js';
import type { ProviderCredentials } from '../port/orders.port.js';
import type { ReadLane } from '../port/read-lane.js';
import type { SendPermit } from '../port/send-permits.js';
import { SEND_WINDOW_MS, type SendWindow } from '../port/send-window.js';
import { inSpan, type Work } from '../../platform/observability/tracing/spans.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { type BodyReader, type ChangeReader, readChange, readLookUp } from './answer-reading.js';
import { CircuitBreakers, type CircuitName } from './circuit-breakers.js';
import type { Exchange, HttpCall } from './exchange/http-call.js';
import { HttpExchange } from './exchange/http-exchange.js';
import { ProviderRefusals } from './provider-refusals.js';
import { type LoggedCall, ProviderCallLog } from './provider-call-log.js';
import { retryRead } from './read-retry.js';

interface ProviderCall extends LoggedCall {
  /** Path below the base URL, starting with `/v1/`. Ids in it must come from `pathId`. */
  readonly path: string;
}

/**
 * Validates an id and returns it for use in a path.
 * @throws TypeError if the id is not a UUID
 */
export function pathId(id: string): string {
  const uuid = parseUuid(id);
  if (uuid === null) throw new TypeError('An id of the provider is a UUID');
  return uuid;
}

export interface ProviderChange extends ProviderCall {
  /** JSON text from the mapper, with exact amounts. */
  readonly body: string;
  /** Defaults to two seconds from the call. */
  readonly window?: SendWindow | undefined;
  /** Set for payouts only: refused credentials stop payouts, but not orders. */
  readonly isPayout?: true;
  /** A permit that the caller took. Without one, the circuits and the budget are checked here. */
  readonly permit?: SendPermit | undefined;
}

export interface ProviderLookUp extends ProviderCall {
  readonly lane: ReadLane;
}

interface Treatment {
  readonly lane: RequestLane;
  /** Circuits that must be closed for the call. */
  readonly needs: readonly CircuitName[];
  /** Circuits that count the result of the call. */
  readonly feeds: readonly CircuitName[];
}

interface Attempt extends Pick<HttpCall, 'method' | 'path' | 'body' | 'sendBefore' | 'isOpen' | 'answerBefore'> {
  readonly treatment: Treatment;
  readonly permit?: SendPermit | undefined;
}

const CHANGE: Treatment = { lane: 'changes', needs: ['changes'], feeds: ['changes'] };

const PAYOUT: Treatment = {
  lane: 'changes',
  needs: ['credentials', 'changes'],
  feeds: ['credentials', 'changes'],
};

// Answers about unbound ids do not count, because the sender of such ids must not be able to open a circuit. Reads of
// ids from unknown senders wait while anything fails. Ids from known sources may settle what a failing change left
// open, so they wait only while reads fail.
const READS: Readonly<Record<ReadLane, Treatment>> = {
  interactive: { lane: 'interactive', needs: ['reads'], feeds: ['reads'] },
  background: { lane: 'background', needs: ['reads'], feeds: ['reads'] },
  named: { lane: 'background', needs: ['reads'], feeds: [] },
  unverified: { lane: 'unverified', needs: ['reads', 'changes'], feeds: [] },
};

const CLAIM_EXPIRED: Exchange = { kind: 'not_sent', reason: 'claim_expired' };

/**
 * Sends every call to the provider: checks the circuits and the request budget, runs one exchange, classifies the
 * answer, and writes one log line without the request or the answer.
 */
@Injectable()
export class ProviderHttpClient {
  constructor(
    private readonly exchanges: HttpExchange,
    private readonly circuits: CircuitBreakers,
    private readonly budget: RequestBudget,
    private readonly profile: ProviderProfile,
    private readonly config: Config,
    private readonly refusals: ProviderRefusals,
    private readonly calls: ProviderCallLog,
  ) {}

  /** Sends a change, at most once. The deadline, `PROVIDER_TIMEOUT_MS`, includes the wait for the budget. */
  change<T>(call: ProviderChange, reader: ChangeReader<T>): Promise<CallOutcome<T>> {
    return inSpan('provider', call.operation, (work) => this.send(call, reader, work));
  }

  /** Reads something back, with retries within the same deadline unless the id is from an unknown sender. */
  lookUp<T>(call: ProviderLookUp, read: BodyReader<T>): Promise<ReadOutcome<T>> {
    return inSpan('provider', call.operation, (work) => this.ask(call, read, work));
  }

  private async send<T>(call: ProviderChange, reader: ChangeReader<T>, work: Work | null): Promise<CallOutcome<T>> {
    const startedAt = performance.now();
    const { path, body } = call;
    const sendBefore = call.window?.sendBefore ?? Infinity;
    const request = {
      method: 'POST',
      path,
      body,
      treatment: call.isPayout ? PAYOUT : CHANGE,
      sendBefore,
      isOpen: call.window?.isOpen,
      permit: call.permit,
      answerBefore: this.deadline(startedAt),
    } as const;
    // Checked before circuit and budget, so that an expired claim takes no slot from others.
    const isInTime = startedAt < sendBefore && call.window?.isOpen() !== false;
    const exchange = isInTime ? await this.attempt(call.credentials, request) : CLAIM_EXPIRED;
    const outcome = readChange(this.profile, exchange, reader);
    if (work) noteCall(work, request, outcome);
    this.calls.note(call, outcome, startedAt);
    this.refusals.noteChange(call, outcome);
    return outcome;
  }

  private async ask<T>(call: ProviderLookUp, read: BodyReader<T>, work: Work | null): Promise<ReadOutcome<T>> {
    const startedAt = performance.now();
    const { path } = call;
    const answerBefore = this.deadline(startedAt);
    const treatment = READS[call.lane];
    const request = { method: 'GET', path, body: null, treatment, sendBefore: answerBefore, answerBefore } as const;
    const attempt = () => this.attempt(call.credentials, request);
    // Ids from unknown senders are read once, without a retry: the schedule tries them again later.
    const exchange = await (call.lane === 'unverified' ? attempt() : retryRead(request.answerBefore, attempt));
    const outcome = readLookUp(this.profile, exchange, read);
    if (work) noteCall(work, request, outcome);
    this.calls.note(call, outcome, startedAt);
    this.refusals.noteRead(call, outcome);
    return outcome;
  }

  private async attempt(credentials: ProviderCredentials, request: Attempt): Promise<Exchange> {
    const { merchant, apiToken } = credentials;
    const { lane, needs, feeds } = request.treatment;
    const sendBefore = Math.min(performance.now() + SEND_WINDOW_MS, request.sendBefore, request.answerBefore);
    if (request.permit?.use() !== true) {
      const open = needs.find((name) => !this.circuits.admits(merchant, name));
      if (open !== undefined) return this.circuits.refusalOf(open);
      const answer = await this.budget.take(lane, sendBefore - performance.now());
      if (answer !== 'granted') return { kind: 'not_sent', reason: `budget_${answer}` };
    }
    const exchange = () => this.exchanges.run({ ...request, apiToken, sendBefore });
    const counted = feeds.reduce((call, name) => () => this.circuits.run(merchant, name, call), exchange);
    return counted();
  }

  private deadline(startedAt: number): number {
    return startedAt + this.config.provider.timeoutMs;
  }
}

// Literal path segments. Anything else is an id or user input.
const WORD_OF_PATH = /^[a-z][a-z0-9]{0,19}$/;

/** Adds the method, the path without ids, and the outcome to a span; nothing else of the request or the answer. */
function noteCall(
  { facts }: Work,
  { method, path }: Pick<HttpCall, 'method' | 'path'>,
  outcome: CallOutcome<unknown> | ReadOutcome<unknown>,
): void {
  const parts = path.split('?')[0]?.split('/') ?? [];
  facts['http.request.method'] = method;
  facts['http.route'] = parts.map((part) => (part === '' || WORD_OF_PATH.test(part) ? part : '{id}')).join('/');
  facts['purser.outcome'] = outcome.kind;
  if ('reason' in outcome) facts['purser.reason'] = outcome.reason;
  if ('httpStatus' in outcome && outcome.httpStatus) facts['http.response.status_code'] = outcome.httpStatus;
}
