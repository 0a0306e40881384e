import type { ApolloServerPlugin, GraphQLResponse } from '@apollo/server';
import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import type { MetricsRegistry } from '../../observability/metrics-registry.js';
import type { GraphqlContext } from '../request-context.js';

/** `refused`: by a rule of the desk, in `userErrors`. `denied`: not allowed, or an invalid request. */
type Outcome = 'ok' | 'refused' | 'denied' | 'failed';

const FAULTS: ReadonlySet<unknown> = new Set(['INTERNAL_SERVER_ERROR', 'DATABASE_UNAVAILABLE']);

/** Counts and times HTTP operations by root field, of which the schema has a closed list. */
export function operationMetricsPlugin(registry: MetricsRegistry): ApolloServerPlugin<GraphqlContext> {
  const record = registry.timedOutcomes({
    counter: {
      name: 'purser_operations_total',
      help: 'GraphQL operations over HTTP, by their root field and how they ended.',
    },
    histogram: {
      name: 'purser_operation_seconds',
      help: 'How long GraphQL operations over HTTP took, by their root field.',
    },
  });
  return {
    requestDidStart: () => {
      const startedAt = performance.now();
      return Promise.resolve({
        willSendResponse: ({ document, request, response, errors }) => {
          // Without a valid document there is no known operation, and its text is the caller's.
          const isValid =
            errors === undefined || response.body.kind !== 'single' || 'data' in response.body.singleResult;
          const operation = document && isValid ? rootFieldOf(document, request.operationName) : 'none';
          record(operation, outcomeOf(response), (performance.now() - startedAt) / 1_000);
          return Promise.resolve();
        },
      });
    },
  };
}

/** Mutations have one root field. Queries with several are counted together. */
function rootFieldOf(document: DocumentNode, name: string | undefined): string {
  const [field, ...others] = getOperationAST(document, name)?.selectionSet.selections ?? [];
  if (!field) return 'none';
  return field.kind === Kind.FIELD && others.length === 0 ? field.name.value : 'several';
}

function outcomeOf({ body }: GraphQLResponse): Outcome {
  if (body.kind !== 'single') return 'ok';
  const { errors = [], data } = body.singleResult;
  if (errors.some(({ extensions }) => FAULTS.has(extensions?.['code']))) return 'failed';
  if (errors.length > 0) return 'denied';
  return Object.values(data ?? {}).some(hasUserErrors) ? 'refused' : 'ok';
}

function hasUserErrors(payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null || !('userErrors' in payload)) return false;
  return Array.isArray(payload.userErrors) && payload.userErrors.length > 0;
}
