import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type ValidationRule,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { TrustedDocuments } from '../documents/trusted-documents.js';
import { checkVariables } from '../errors/check-variables.js';
import { LIMITS, PARSE_OPTIONS, VALIDATION_OPTIONS } from '../limits/limits.js';

/**
 * Does the work of Apollo before a document runs for a document that came over a socket: the same limits, rules and
 * refusals in the same order, so that this transport is not the way around the other.
 */
export class SubscriptionIntake {
  constructor(
    private readonly door: {
      readonly schema: GraphQLSchema;
      readonly rules: readonly ValidationRule[];
      readonly trustedDocuments: TrustedDocuments;
    },
  ) {}

  /** The operation ready to run but for its context, or why it may not. */
  prepare({ query, operationName, variables }: SubscribePayload): ExecutionArgs | readonly GraphQLError[] {
    const { schema, rules, trustedDocuments } = this.door;
    try {
      trustedDocuments.assertTrusted(query);
    } catch (error) {
      return [error as GraphQLError];
    }
    const document = parseDocument(query);
    if (document instanceof GraphQLError) return [document];

    const invalid = validate(schema, document, [...specifiedRules, ...rules], VALIDATION_OPTIONS);
    if (invalid.length > 0) return invalid.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));

    const operation = getOperationAST(document, operationName);
    if (!operation) return [withCode(new GraphQLError('Unknown operation'), 'OPERATION_RESOLUTION_FAILURE')];
    if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
      return [withCode(new GraphQLError('Only subscriptions run over WebSocket.'), 'BAD_REQUEST')];
    }
    const variableValues = variables ?? {};
    const bad = checkVariables({ schema, operation, variables: variableValues, maxErrors: LIMITS.variableErrors });
    if (bad.length > 0) return bad;
    return { schema, document, operationName: operationName ?? null, variableValues };
  }
}

function parseDocument(source: string): DocumentNode | GraphQLError {
  try {
    return parse(source, PARSE_OPTIONS);
  } catch (error) {
    return withCode(error as GraphQLError, 'GRAPHQL_PARSE_FAILED');
  }
}

// The error's own code wins over this one when it is formatted, as it does over Apollo's.
function withCode(error: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    originalError: error,
    extensions: { code },
  });
}
