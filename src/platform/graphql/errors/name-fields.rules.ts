import {
  type ASTNode,
  type GraphQLError,
  isValueNode,
  Kind,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { badUserInput, isBadUserInput } from './bad-user-input.js';
import { inputPathOf } from './input-path.js';

// Matches schema names only, because graphql-js puts no value into this sentence.
const MISSING_FIELD = /^Field "\w+\.(\w+)" of required type "[^"]+" was not provided\.$/;

const LIST_AND_NON_NULL = /[[\]!]/g;

/**
 * Reports nothing itself, but rewrites what the other rules report about literals. Their messages repeat the literal
 * without its position; the rewritten messages name the field and omit the value.
 *
 * All rules of a validation share one context, and Apollo puts graphql-js's rules first, so intercepting the context is
 * the only way to see every report.
 */
export const nameFieldsRule: ValidationRule = (context) => {
  const report = context.reportError.bind(context);
  context.reportError = (error) => {
    report(restate(error, context));
  };
  return {};
};

function restate(error: GraphQLError, context: ValidationContext): GraphQLError {
  const node = error.nodes?.[0];
  if (node === undefined || !isInput(node)) return error;
  const path = inputPathOf(node, context.getDocument());
  if (isBadUserInput(error)) return badUserInput(error.message, path, node);
  if (node.kind === Kind.OBJECT_FIELD) {
    const parent = String(context.getParentInputType()).replace(LIST_AND_NON_NULL, '');
    return badUserInput(`is not a field of ${parent}`, path, node);
  }
  const missing = MISSING_FIELD.exec(error.message)?.[1];
  if (missing !== undefined) return badUserInput('is required', [...path, missing], node);
  if (node.kind === Kind.NULL) return badUserInput('must not be null', path, node);
  return badUserInput(`must be a value of type ${String(context.getInputType())}`, path, node);
}

function isInput(node: ASTNode): boolean {
  // An undefined variable is a mistake in the document, and its report already names the variable.
  return node.kind === Kind.OBJECT_FIELD || (node.kind !== Kind.VARIABLE && isValueNode(node));
}
