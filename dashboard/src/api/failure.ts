import type { CombinedError } from 'urql';

/** Why a page could not be read, as far as it can be told to people. */
export type Failure =
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'limited' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'failed'; readonly message: string };

export function failureOf(error: CombinedError | undefined): Failure {
  if (!error || error.networkError) return { kind: 'unreachable' };
  const [first] = error.graphQLErrors;
  const message = first?.message ?? error.message;
  switch (first?.extensions['code']) {
    case 'FORBIDDEN':
      return { kind: 'forbidden', message };
    case 'RATE_LIMITED':
      return { kind: 'limited' };
    default:
      return { kind: 'failed', message };
  }
}
