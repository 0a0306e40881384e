import type { CombinedError } from 'urql';

/** A problem with a request, as the API reports it. */
export interface Problem {
  /** Path of the invalid field; null if the problem concerns no single field. */
  readonly field: readonly string[] | null;
  /** Written for programmers if it comes from the API. `problemText` puts it into words for people. */
  readonly message: string;
  /** Absent if the page itself found the problem. The message is then already written for people. */
  readonly code?: string | undefined;
}

/** Why a page could not be read. `failureText` puts it into words. */
export type Failure =
  /** The scope that the user lacks; null if no scope would help. */
  | { readonly kind: 'forbidden'; readonly scope: string | null }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unreachable' }
  | {
      readonly kind: 'failed';
      readonly problem: Problem;
      /** Identifies the request in the logs; null without a response. */
      readonly requestId: string | null;
    };

// Used if there is no Retry-After header: people wait about this long before they try again anyway.
const RETRY_AFTER_SECONDS = 1;

const SCOPE = /[a-z]+:[a-z]+/;

export function failureOf(error: CombinedError | undefined): Failure {
  const [first] = error?.graphQLErrors ?? [];
  if (!error || !first) return { kind: 'unreachable' };
  const headers = (error.response as Response | undefined)?.headers;
  switch (first.extensions['code']) {
    case 'FORBIDDEN':
      return { kind: 'forbidden', scope: SCOPE.exec(first.message)?.[0] ?? null };
    case 'RATE_LIMITED':
      return { kind: 'limited', retryAfterSeconds: Number(headers?.get('retry-after')) || RETRY_AFTER_SECONDS };
    default:
      return { kind: 'failed', problem: problemOf(first), requestId: headers?.get('x-request-id') ?? null };
  }
}

function problemOf({ message, extensions }: CombinedError['graphQLErrors'][number]): Problem {
  const { code, field } = extensions as { readonly code?: unknown; readonly field?: unknown };
  return { message, code: String(code), field: Array.isArray(field) ? field.map(String) : null };
}

/** Returns the path of a field without the argument's name: `recipient.requisites`. */
function pathOf(field: readonly string[] | null): string {
  return (field ?? []).filter((part) => part !== 'input').join('.');
}

/** Whether a problem concerns the field with this path, or something inside it. */
export function isAt(path: string, { field }: Pick<Problem, 'field'>): boolean {
  const blamed = pathOf(field);
  return blamed === path || blamed.startsWith(`${path}.`);
}

/** Returns a problem for each field whose value the API's scalars could not parse. */
export function malformedFields(error: CombinedError): readonly Problem[] {
  return error.graphQLErrors.map(problemOf).filter(({ code, field }) => code === 'BAD_USER_INPUT' && field !== null);
}
