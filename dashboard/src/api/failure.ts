import type { CombinedError } from 'urql';

/** Why a page could not be read, as far as it can be told to people. */
export type Failure =
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unreachable' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Names the request in the logs; null when there was no answer. */
      readonly requestId: string | null;
    };

// Where the answer does not say: the shortest time that a person would wait anyway.
const RETRY_AFTER_SECONDS = 1;

export function failureOf(error: CombinedError | undefined): Failure {
  if (!error || error.networkError) return { kind: 'unreachable' };
  const [first] = error.graphQLErrors;
  const message = first?.message ?? error.message;
  const headers = (error.response as Response | undefined)?.headers;
  switch (first?.extensions['code']) {
    case 'FORBIDDEN':
      return { kind: 'forbidden', message };
    case 'RATE_LIMITED':
      return { kind: 'limited', retryAfterSeconds: Number(headers?.get('retry-after')) || RETRY_AFTER_SECONDS };
    default:
      return { kind: 'failed', message, requestId: headers?.get('x-request-id') ?? null };
  }
}
