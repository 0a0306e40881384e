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

// All documents of a merchant's pages and services; each has at most 32 kB.
const MAX_DOCUMENTS = 100;

// Where a subscription starts; irrelevant for the answer to an event.
const RESUME_ARGUMENT = 'after';

export interface PreparedSubscription {
  readonly args: ExecutionArgs;
  readonly events: EventOperation;
  /** Equal for all subscriptions whose events look alike to the same caller. */
  readonly identity: string;
}

/**
 * Does for documents from sockets what Apollo does over HTTP: the same limits, rules and refusals in the same order, so
 * that this transport is no bypass.
 */
export class SubscriptionIntake {
  /** Valid documents, the most recently used last: a thousand reconnecting clients use only a few. */
  readonly #documents = new Map<string, DocumentNode>();

  constructor(
    private readonly door: {
      readonly schema: GraphQLSchema;
      readonly rules: readonly ValidationRule[];
      readonly trustedDocuments: TrustedDocuments;
    },
  ) {}

  /** Returns the operation, ready to run except for its context, or why it may not. */
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

/** The variable for the start position, if it is optional and used for nothing else. */
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

// The error's own code takes precedence when it is formatted, like over Apollo's.
function withCode(error: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    originalError: error,
    extensions: { code },
  });
}
