import {
  type FieldNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { LIMITS } from './limits.js';

/**
 * Limits the root fields of an operation, and allows each mutation only once. Rate limits and audit entries count
 * operations, so a hundred guesses at an SMS code under a hundred aliases would count as one.
 */
export const rootFieldsRule: ValidationRule = (context) => ({
  OperationDefinition(operation) {
    const fields = rootFieldsOf(operation.selectionSet, context, new Set());
    if (fields.length > LIMITS.rootFields) {
      context.reportError(
        new GraphQLError(`The operation has more than ${LIMITS.rootFields} fields at its root.`, { nodes: operation }),
      );
    }
    if (operation.operation !== OperationTypeNode.MUTATION) return;
    const repeated = fields.find((field, index) => fields.findIndex((other) => isSameField(other, field)) < index);
    if (repeated === undefined) return;
    context.reportError(
      new GraphQLError(`An operation may hold the mutation "${repeated.name.value}" only once.`, { nodes: repeated }),
    );
  },
});

function isSameField(left: FieldNode, right: FieldNode): boolean {
  return left.name.value === right.name.value;
}

function rootFieldsOf(selectionSet: SelectionSetNode, context: ValidationContext, seen: Set<string>): FieldNode[] {
  return selectionSet.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFieldsOf(selection.selectionSet, context, seen);
    // A fragment that is spread twice at the root adds the same fields once, and cycles must end.
    const name = selection.name.value;
    if (seen.has(name)) return [];
    seen.add(name);
    const fragment = context.getFragment(name);
    return !fragment ? [] : rootFieldsOf(fragment.selectionSet, context, seen);
  });
}
