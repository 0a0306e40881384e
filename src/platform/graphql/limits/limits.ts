/** Limits of one document, used by both transports so that neither bypasses the other. */
export const LIMITS = {
  /** Parsing and validation run before any other limit applies. GraphiQL's introspection needs 184. */
  tokens: 1000,
  /** `orders.edges.node.retryOf.h2hSession.status` is 6; two more for future fields. */
  depth: 8,
  /** Aliases multiply a costly field for few tokens. A page that compares a dozen orders still fits. */
  aliases: 15,
  /** Each directive is evaluated for each object; a few `@include` are enough. */
  directives: 20,
  /** Fields after expanding fragments: nested fragments turn 1,000 tokens into millions. */
  fields: 300,
  /** Root fields resolve in parallel, each with its own queries; the connection pool holds 10 by default. */
  rootFields: 10,
  /**
   * In graphql-armor's units: a scalar costs 1, an object 2, each level 1.5 times as much, all times a literal `first`.
   * A page of 100 nodes with 40 fields each is 14,450; nested pages are far above. A `first` in a variable does not
   * count, but `fields` and the page size limit it.
   */
  cost: 20_000,
  /** Limits errors in a response, so that a small bad document cannot cause a large one. */
  validationErrors: 10,
  /** The same for variables: one bad list may have thousands of bad items. */
  variableErrors: 10,
} as const;

/** Parser options of both transports. */
export const PARSE_OPTIONS = { maxLexicalTokens: LIMITS.tokens } as const;

/** Validation options of both transports. Suggestions would reveal a schema that may not be read. */
export const VALIDATION_OPTIONS = { maxErrors: LIMITS.validationErrors, hideSuggestions: true } as const;
