import { GraphQLError } from 'graphql';
import { BAD_USER_INPUT, isBadUserInput } from './bad-user-input.js';

const TOO_MANY_TOKENS = /^Syntax Error: Document contains more tha[nt] (\d+) tokens/;
const SUGGESTION = / ?Did you mean [^]*$/;

const asWritten = (error: unknown): string => (error instanceof GraphQLError ? error.message : 'Bad request.');

/**
 * Every code that may reach a client, with the message it carries. Messages we write, and those Apollo writes about the
 * form of a request, pass as they are; the rest is rewritten because it quotes the document or the variables.
 */
const MESSAGES: Readonly<Record<string, (error: unknown) => string>> = {
  GRAPHQL_PARSE_FAILED: (error) => {
    const limit = TOO_MANY_TOKENS.exec(asWritten(error))?.[1];
    return limit === undefined
      ? 'The document is not valid GraphQL at the place given.'
      : `The document has more than ${limit} tokens.`;
  },
  // Validation messages hold names and types only, once `nameFieldsRule` has restated those about literals.
  GRAPHQL_VALIDATION_FAILED: (error) => asWritten(error).replace(SUGGESTION, ''),
  [BAD_USER_INPUT]: (error) => (isBadUserInput(error) ? error.message : 'The value at the place given cannot be used.'),
  OPERATION_RESOLUTION_FAILURE: () => 'The document does not say which operation to run.',
  // Nest's own says nothing that helps.
  UNAUTHENTICATED: (error) => (error instanceof GraphQLError ? error.message : 'A valid API key is required.'),
  FORBIDDEN: (error) => (error instanceof GraphQLError ? error.message : 'The API key may not do this.'),
  RATE_LIMITED: asWritten,
  IDENTITY_UNAVAILABLE: asWritten,
  READ_TIMED_OUT: () => 'The read took too long. Narrow the filter, or try again shortly.',
  // It may have been the last step that waited, so this does not say that nothing was done.
  DATABASE_BUSY: () => 'The database was busy. Repeat the request; with its idempotency key nothing is done twice.',
  DATABASE_UNAVAILABLE: () =>
    'The database is away. Repeat the request shortly; with its idempotency key nothing is done twice.',
  PROVIDER_UNAVAILABLE: asWritten,
  BAD_REQUEST: asWritten,
  UNTRUSTED_DOCUMENT: asWritten,
  PERSISTED_QUERY_NOT_SUPPORTED: asWritten,
};

/** The message a client gets for an error of this code, or null when the code is not one clients may see. */
export function publicMessage(code: string, error: unknown): string | null {
  return Object.hasOwn(MESSAGES, code) ? (MESSAGES[code]?.(error) ?? null) : null;
}
