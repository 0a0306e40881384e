import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import type { CallOutcome, ReadOutcome } from '../port/call-outcome.js';
import type { ProviderCredentials } from '../port/orders.port.js';

type Outcome = CallOutcome<unknown> | ReadOutcome<unknown>;

/** The provider's operations, as named in the log and the metrics. */
export type ProviderOperation =
  | 'createOrder'
  | 'readOrder'
  | 'submitH2hCard'
  | 'submitH2hCode'
  | 'readH2hStatus'
  | 'createPayout'
  | 'readPayout'
  | 'listPayoutServices'
  | 'listBanks';

export interface LoggedCall {
  readonly operation: ProviderOperation;
  readonly credentials: ProviderCredentials;
  /** The provider's ids, or the id of our attempt. */
  readonly ids?: Readonly<Record<string, string>>;
}

/**
 * Logs and counts calls to the provider. A log line contains the ids needed to find a payment, and nothing else from
 * the request or the answer.
 */
@Injectable()
export class ProviderCallLog {
  readonly #logger = new Logger('ProviderHttpClient');
  readonly #unusable: Counter<'operation' | 'detail'>;
  readonly #count: (operation: ProviderOperation, outcome: Outcome['kind'], seconds: number) => void;

  constructor(registry: MetricsRegistry) {
    this.#unusable = new Counter({
      name: 'purser_provider_unusable_answers_total',
      help: 'Answers of the provider that could not be used, by the field to blame.',
      labelNames: ['operation', 'detail'],
      registers: [registry],
    });
    this.#count = registry.timedOutcomes({
      counter: {
        name: 'purser_provider_calls_total',
        help: 'Calls to the provider, by operation and outcome; a read with its retries is one.',
      },
      histogram: {
        name: 'purser_provider_call_seconds',
        help: 'How long calls to the provider took, with their wait for the budget.',
      },
    });
  }

  /** @param startedAt `performance.now()` when the call started */
  note({ operation, credentials, ids }: LoggedCall, outcome: Outcome, startedAt: number): void {
    const ms = performance.now() - startedAt;
    this.#count(operation, outcome.kind, ms / 1_000);
    const line = {
      event: 'provider_call',
      operation,
      accountId: credentials.merchant,
      ...credentials.subject,
      ...ids,
      outcome: outcome.kind,
      reason: 'reason' in outcome ? outcome.reason : null,
      detail: 'detail' in outcome ? outcome.detail : null,
      httpStatus: 'httpStatus' in outcome ? outcome.httpStatus : null,
      durationMs: Math.round(ms),
    };
    // There are few fields and few problems, so the metric has few series.
    if ('detail' in outcome) this.#unusable.inc({ operation, detail: outcome.detail });
    const isOrdinary = outcome.kind === 'accepted' || outcome.kind === 'found';
    if (isOrdinary) this.#logger.debug(line);
    else this.#logger.warn(line);
  }
}
