import type { CombinedError } from 'urql';

/** Why a page could not be read, in terms that users may see. */
export type Failure =
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unreachable' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Identifies the request in the logs; null without a response. */
      readonly requestId: string | null;
    };

// Fallback without a Retry-After header: a user would wait this long anyway.
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

export interface Problem {
  /** Path of the invalid field; null if no single field is. */
  readonly field: readonly string[] | null;
  readonly message: string;
}

/** Returns the path of a field without the argument's name: `recipient.requisites`. */
function pathOf(field: readonly string[] | null): string {
  return (field ?? []).filter((part) => part !== 'input').join('.');
}

/** Whether a problem concerns the field with this path, or something inside it. */
export function isAt(path: string, { field }: Problem): boolean {
  const blamed = pathOf(field);
  return blamed === path || blamed.startsWith(`${path}.`);
}

/** Returns the fields whose values no scalar of the API parses, each with its rule. */
export function malformedFields(error: CombinedError | undefined): readonly Problem[] {
  return (error?.graphQLErrors ?? []).flatMap(({ message, extensions }) => {
    const field: unknown = extensions['field'];
    if (extensions['code'] !== 'BAD_USER_INPUT' || !Array.isArray(field)) return [];
    const path = field.map(String);
    const rule = message.replace(`${path.join('.')} `, '');
    return [{ field: path, message: `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.` }];
  });
}
