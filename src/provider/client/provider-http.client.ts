import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { RequestBudget, type RequestLane } from '../budget/request.budget.js';
import type { CallOutcome, ReadOutcome } from '../port/call.outcome.js';
import type { ProviderCredentials } from '../port/orders.provider.js';
import { SEND_WINDOW_MS, type SendWindow } from '../port/send.window.js';
import { ProviderProfile } from '../profile/provider.profile.js';
import { type BodyReader, readChange, readLookUp } from './answer.reading.js';
import { CircuitBreakers } from './circuit.breakers.js';
import type { Exchange, HttpCall } from './http.call.js';
import { HttpExchange } from './http.exchange.js';
import { retryRead } from './read.retry.js';

interface ProviderCall {
  /** Name of the operation in the log. */
  readonly operation: string;
  readonly credentials: ProviderCredentials;
  /** Below the base URL, beginning with `/v1/`; ids in it are validated UUIDs. */
  readonly path: string;
}

export interface ProviderChange extends ProviderCall {
  /** JSON text, written by the mapper so that amounts are spelled exactly. */
  readonly body: string;
  /** Two seconds from the call when absent. */
  readonly window?: SendWindow | undefined;
}

export interface ProviderLookUp extends ProviderCall {
  readonly lane: RequestLane;
}

interface Attempt extends Pick<HttpCall, 'method' | 'path' | 'body' | 'sendBefore' | 'answerBefore'> {
  readonly lane: RequestLane;
}

const CLAIM_EXPIRED: Exchange = { kind: 'not_sent', reason: 'claim_expired' };

/**
 * Every call to the provider passes here: circuit, shared budget, one exchange, classification, one log line that
 * holds nothing of the request or the answer.
 */
@Injectable()
export class ProviderHttpClient {
  readonly #logger = new Logger(ProviderHttpClient.name);

  constructor(
    private readonly exchanges: HttpExchange,
    private readonly circuits: CircuitBreakers,
    private readonly budget: RequestBudget,
    private readonly profile: ProviderProfile,
    private readonly config: Config,
  ) {}

  /** Sends a change, at most once. The deadline, `PROVIDER_TIMEOUT_MS`, includes the wait for the budget. */
  async change<T>(call: ProviderChange, read: BodyReader<T>): Promise<CallOutcome<T>> {
    const startedAt = performance.now();
    const { path, body } = call;
    const sendBefore = call.window?.sendBefore ?? Infinity;
    const request = {
      method: 'POST',
      path,
      body,
      lane: 'interactive',
      sendBefore,
      answerBefore: this.deadline(startedAt),
    } as const;
    // Before circuit and budget, so that a claim which cannot be sent any more takes no place from one that can.
    const exchange = startedAt < sendBefore ? await this.attempt(call.credentials, request) : CLAIM_EXPIRED;
    const outcome = readChange(this.profile, exchange, read);
    this.log(call, outcome, startedAt);
    return outcome;
  }

  /** Reads something back, with retries inside the one deadline. */
  async lookUp<T>(call: ProviderLookUp, read: BodyReader<T>): Promise<ReadOutcome<T>> {
    const startedAt = performance.now();
    const { path, lane } = call;
    const answerBefore = this.deadline(startedAt);
    const request = { method: 'GET', path, body: null, lane, sendBefore: answerBefore, answerBefore } as const;
    const exchange = await retryRead(request.answerBefore, () => this.attempt(call.credentials, request));
    const outcome = readLookUp(this.profile, exchange, read);
    this.log(call, outcome, startedAt);
    return outcome;
  }

  private async attempt(credentials: ProviderCredentials, request: Attempt): Promise<Exchange> {
    const { merchant, apiToken } = credentials;
    const sendBefore = Math.min(performance.now() + SEND_WINDOW_MS, request.sendBefore, request.answerBefore);
    if (!this.circuits.admits(merchant)) return { kind: 'not_sent', reason: 'circuit_open' };
    const answer = await this.budget.take(request.lane, sendBefore - performance.now());
    if (answer !== 'granted') return { kind: 'not_sent', reason: `budget_${answer}` };
    return this.circuits.run(merchant, () => this.exchanges.run({ ...request, apiToken, sendBefore }));
  }

  private deadline(startedAt: number): number {
    return startedAt + this.config.provider.timeoutMs;
  }

  private log(call: ProviderCall, outcome: CallOutcome<unknown> | ReadOutcome<unknown>, startedAt: number): void {
    const line = {
      operation: call.operation,
      merchant: call.credentials.merchant,
      outcome: outcome.kind,
      reason: 'reason' in outcome ? outcome.reason : null,
      httpStatus: 'httpStatus' in outcome ? outcome.httpStatus : null,
      durationMs: Math.round(performance.now() - startedAt),
    };
    const isOrdinary = outcome.kind === 'accepted' || outcome.kind === 'found';
    if (isOrdinary) this.#logger.debug(line);
    else this.#logger.warn(line);
  }
}
