import { GraphQLError } from 'graphql';
import { BAD_USER_INPUT, isBadUserInput } from './bad-user-input.js';

const TOO_MANY_TOKENS = /^Syntax Error: Document contains more tha[nt] (\d+) tokens/;
const SUGGESTION = / ?Did you mean [^]*$/;

const asWritten = (error: unknown): string => (error instanceof GraphQLError ? error.message : 'Bad request.');

/**
 * Every code that clients may see, with its message. Our own messages, and Apollo's about the format of the request,
 * are passed on unchanged. All others are rewritten, because they quote the document or the variables.
 */
const MESSAGES: Readonly<Record<string, (error: unknown) => string>> = {
  GRAPHQL_PARSE_FAILED: (error) => {
    const limit = TOO_MANY_TOKENS.exec(asWritten(error))?.[1];
    return limit === undefined
      ? 'The document is not valid GraphQL at the place given.'
      : `The document has more than ${limit} tokens.`;
  },
  // Validation messages contain only names and types, because `nameFieldsRule` has rewritten those about literals.
  GRAPHQL_VALIDATION_FAILED: (error) => asWritten(error).replace(SUGGESTION, ''),
  [BAD_USER_INPUT]: (error) => (isBadUserInput(error) ? error.message : 'The value at the place given cannot be used.'),
  OPERATION_RESOLUTION_FAILURE: () => 'The document does not say which operation to run.',
  // Nest's own message does not say what is missing.
  UNAUTHENTICATED: (error) => (error instanceof GraphQLError ? error.message : 'A valid API key is required.'),
  FORBIDDEN: (error) => (error instanceof GraphQLError ? error.message : 'The API key may not do this.'),
  RATE_LIMITED: asWritten,
  IDENTITY_UNAVAILABLE: asWritten,
  READ_TIMED_OUT: () => 'The read took too long. Narrow the filter, or try again shortly.',
  // The wait may have been in the last step, so the message must not claim that nothing was done.
  DATABASE_BUSY: () => 'The database was busy. Repeat the request; with its idempotency key nothing is done twice.',
  DATABASE_UNAVAILABLE: () =>
    'The database is away. Repeat the request shortly; with its idempotency key nothing is done twice.',
  PROVIDER_UNAVAILABLE: asWritten,
  BAD_REQUEST: asWritten,
  UNTRUSTED_DOCUMENT: asWritten,
  PERSISTED_QUERY_NOT_SUPPORTED: asWritten,
};

/** Returns the message that clients see for a code; null if they may not see the code. */
export function publicMessage(code: string, error: unknown): string | null {
  return Object.hasOwn(MESSAGES, code) ? (MESSAGES[code]?.(error) ?? null) : null;
}
