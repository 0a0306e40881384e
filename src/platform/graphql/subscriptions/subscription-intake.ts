import {
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type ValidationRule,
  visit,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { TrustedDocuments } from '../documents/trusted-documents.js';
import { checkVariables } from '../errors/check-variables.js';
import { LIMITS, PARSE_OPTIONS, VALIDATION_OPTIONS } from '../limits/limits.js';
import type { EventOperation } from './event-execution.js';

// Enough for all documents of a merchant's pages and services. Each takes at most 32 kB.
const MAX_DOCUMENTS = 100;

// The argument that says where a subscription starts. It does not affect the payload of an event.
const RESUME_ARGUMENT = 'after';

export interface PreparedSubscription {
  readonly args: ExecutionArgs;
  readonly events: EventOperation;
  /** Equal for all subscriptions whose events have the same payload for the same caller. */
  readonly identity: string;
}

/**
 * Validates documents that arrive over sockets, as Apollo does over HTTP: with the same limits, rules and errors in the
 * same order, so that WebSocket cannot be used to bypass them.
 */
export class SubscriptionIntake {
  /** Valid documents, the most recently used last. Even a thousand reconnecting clients use only a few. */
  readonly #documents = new Map<string, DocumentNode>();

  constructor(
    private readonly door: {
      readonly schema: GraphQLSchema;
      readonly rules: readonly ValidationRule[];
      readonly trustedDocuments: TrustedDocuments;
    },
  ) {}

  /** Returns the operation, ready to run once it has a context, or the errors that prevent it from running. */
  prepare({ query, operationName, variables }: SubscribePayload): PreparedSubscription | readonly GraphQLError[] {
    const { schema, trustedDocuments } = this.door;
    try {
      trustedDocuments.assertTrusted(query);
    } catch (error) {
      return [error as GraphQLError];
    }
    const document = this.#documentOf(query);
    if ('errors' in document) return document.errors;

    const operation = getOperationAST(document, operationName);
    if (!operation) return [withCode(new GraphQLError('Unknown operation'), 'OPERATION_RESOLUTION_FAILURE')];
    if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
      return [withCode(new GraphQLError('Only subscriptions run over WebSocket.'), 'BAD_REQUEST')];
    }
    const variableValues = variables ?? {};
    const bad = checkVariables({ schema, operation, variables: variableValues, maxErrors: LIMITS.variableErrors });
    if (bad.length > 0) return bad;
    const resumeVariable = findResumeVariable(document, operation);
    const eventVariables = Object.entries(variableValues).filter(([name]) => name !== resumeVariable);
    const args = { schema, operationName: operationName ?? null };
    return {
      args: { ...args, document, variableValues },
      events: { ...args, query, variables: Object.fromEntries(eventVariables) },
      identity: JSON.stringify([query, operationName, eventVariables.toSorted(byName)]),
    };
  }

  #documentOf(query: string): DocumentNode | { readonly errors: readonly GraphQLError[] } {
    const known = this.#documents.get(query);
    const document = known ?? this.#read(query);
    if ('errors' in document) return document;
    this.#documents.delete(query);
    this.#documents.set(query, document);
    const [oldest] = this.#documents.keys();
    if (this.#documents.size > MAX_DOCUMENTS && oldest !== undefined) this.#documents.delete(oldest);
    return document;
  }

  #read(query: string): DocumentNode | { readonly errors: readonly GraphQLError[] } {
    const { schema, rules } = this.door;
    const document = parseDocument(query);
    if (document instanceof GraphQLError) return { errors: [document] };
    const invalid = validate(schema, document, [...specifiedRules, ...rules], VALIDATION_OPTIONS);
    if (invalid.length === 0) return document;
    return { errors: invalid.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED')) };
  }
}

/** Finds the variable for the start position. Null if it is required, or used anywhere else as well. */
function findResumeVariable(
  document: DocumentNode,
  { selectionSet, variableDefinitions }: OperationDefinitionNode,
): string | null {
  const [root] = selectionSet.selections;
  const value = root?.kind === Kind.FIELD ? resumeArgumentOf(root) : undefined;
  if (value?.kind !== Kind.VARIABLE) return null;
  const { name } = value;
  const definition = variableDefinitions?.find(({ variable }) => variable.name.value === name.value);
  let uses = 0;
  visit(document, {
    VariableDefinition: () => false,
    Variable: (node) => {
      if (node.name.value === name.value) uses += 1;
    },
  });
  return uses === 1 && definition?.type.kind !== Kind.NON_NULL_TYPE ? name.value : null;
}

function resumeArgumentOf({ arguments: given }: FieldNode) {
  return given?.find(({ name }) => name.value === RESUME_ARGUMENT)?.value;
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

function parseDocument(source: string): DocumentNode | GraphQLError {
  try {
    return parse(source, PARSE_OPTIONS);
  } catch (error) {
    return withCode(error as GraphQLError, 'GRAPHQL_PARSE_FAILED');
  }
}

// When the error is formatted, the code of the original error takes precedence, as it does with Apollo.
function withCode(error: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    originalError: error,
    extensions: { code },
  });
}
