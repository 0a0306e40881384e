import { Injectable } from '@nestjs/common';
import type { ExecutionResult } from 'graphql';
import { MetricsRegistry } from '../../observability/metrics-registry.js';

/**
 * `refused`: a business rule said no, in `userErrors`. `denied`: the caller may not run it, or the request is invalid.
 */
export type OperationOutcome = 'ok' | 'refused' | 'denied' | 'failed';

const FAULTS: ReadonlySet<unknown> = new Set(['INTERNAL_SERVER_ERROR', 'DATABASE_UNAVAILABLE']);

/** Counts and times HTTP operations by root field, of which the schema has a limited number. */
@Injectable()
export class OperationMetrics {
  readonly #record: (rootField: string, outcome: string, seconds: number) => void;

  constructor(registry: MetricsRegistry) {
    this.#record = registry.timedOutcomes({
      counter: {
        name: 'purser_operations_total',
        help: 'GraphQL operations over HTTP, by their root field and how they ended.',
      },
      histogram: {
        name: 'purser_operation_seconds',
        help: 'How long GraphQL operations over HTTP took, by their root field.',
      },
    });
  }

  /** @param startedAt `performance.now()` when the operation started */
  record(rootField: string, outcome: OperationOutcome, startedAt: number): void {
    this.#record(rootField, outcome, (performance.now() - startedAt) / 1_000);
  }
}

export function outcomeOf({ errors = [], data }: Pick<ExecutionResult, 'data'> & Errors): OperationOutcome {
  if (errors.some(({ extensions }) => FAULTS.has(extensions?.['code']))) return 'failed';
  if (errors.length > 0) return 'denied';
  return Object.values(data ?? {}).some(hasUserErrors) ? 'refused' : 'ok';
}

interface Errors {
  readonly errors?: readonly { readonly extensions?: Readonly<Record<string, unknown>> }[] | undefined;
}

function hasUserErrors(payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null || !('userErrors' in payload)) return false;
  return Array.isArray(payload.userErrors) && payload.userErrors.length > 0;
}
