/**
 * How much one document may ask for. Both transports read these numbers, so that neither is the way around the other.
 */
export const LIMITS = {
  /** Parsing and validating are work before any other limit applies; GraphiQL's introspection needs 184. */
  tokens: 1000,
  /** `orders.edges.node.retryOf.h2hSession.status` is 6; two more for fields to come. */
  depth: 8,
  /** Aliases multiply a costly field under one token price; a page that compares a dozen orders still fits. */
  aliases: 15,
  /** Each directive is evaluated for each object; nobody needs more than a few `@include`. */
  directives: 20,
  /** Fields once fragments are spread out: fragments of fragments turn 1,000 tokens into millions. */
  fields: 300,
  /** Root fields resolve in parallel, each with queries of its own; the connection pool holds 10 by default. */
  rootFields: 10,
  /**
   * In the units of graphql-armor: a scalar 1, an object 2, each level 1.5 times, all times a literal `first`. A page
   * of 100 nodes with 40 fields each is 14,450; a page within a page is far beyond it. A `first` in a variable is not
   * counted, which `fields` and the page size make up for.
   */
  cost: 20_000,
  /** Errors answered at most, so that a small bad document cannot ask for a large answer. */
  validationErrors: 10,
  /** Likewise for variables: one bad list may have thousands of bad items. */
  variableErrors: 10,
} as const;

/** The options that both transports hand to the parser. */
export const PARSE_OPTIONS = { maxLexicalTokens: LIMITS.tokens } as const;

/** The rules that both transports hand to the validation. Suggestions would spell out a schema that may not be read. */
export const VALIDATION_OPTIONS = { maxErrors: LIMITS.validationErrors, hideSuggestions: true } as const;
