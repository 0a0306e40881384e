/** Limits for one document. Both transports use them, so that neither can be used to bypass the other. */
export const LIMITS = {
  /** Parsing and validation run before any other limit applies. GraphiQL's introspection query has 184 tokens. */
  tokens: 1000,
  /** `orders.edges.node.retryOf.h2hSession.status` has depth 6; two more are for future fields. */
  depth: 8,
  /**
   * With aliases a few tokens can request a costly field many times. A page that compares a dozen orders still fits.
   */
  aliases: 15,
  /** Directives are evaluated for each object; a few uses of `@include` are enough. */
  directives: 20,
  /** Number of fields after expanding fragments, because nested fragments turn 1,000 tokens into millions of fields. */
  fields: 300,
  /**
   * Root fields resolve in parallel, each with separate queries, and the connection pool has 10 connections by default.
   */
  rootFields: 10,
  /**
   * In graphql-armor's units: a scalar costs 1, an object 2, each level multiplies by 1.5, and a literal `first`
   * multiplies by its value. A page of 100 nodes with 40 fields each costs 14,450; nested pages cost far more. A
   * `first` given as a variable does not count, but `fields` and the page size limit it.
   */
  cost: 20_000,
  /** Number of errors in a response. Keeps a small bad document from causing a large response. */
  validationErrors: 10,
  /** Number of errors about variables, because a single bad list may contain thousands of bad items. */
  variableErrors: 10,
} as const;

/** Parser options for both transports. */
export const PARSE_OPTIONS = { maxLexicalTokens: LIMITS.tokens } as const;

/**
 * Validation options for both transports. Suggestions are hidden, because they would reveal a schema that clients may
 * not read.
 */
export const VALIDATION_OPTIONS = { maxErrors: LIMITS.validationErrors, hideSuggestions: true } as const;
