import { GraphQLError, Kind, type SelectionSetNode, type ValidationContext, type ValidationRule } from 'graphql';
import { LIMITS } from './limits.js';

const INTROSPECTION_ROOTS = new Set(['__schema', '__type']);

/**
 * Limits the number of fields in an operation, after expanding fragments. The other limits leave a gap: selecting the
 * same field five hundred times needs no alias and no depth, and in a chain of fragments that each spread the next one
 * twice, the number doubles with every link.
 */
export const fieldCountRule: ValidationRule = (context) => ({
  OperationDefinition(operation) {
    const count = countFields(operation.selectionSet, context, new Map());
    if (count <= LIMITS.fields) return;
    context.reportError(
      new GraphQLError(`The operation selects more than ${LIMITS.fields} fields.`, { nodes: operation }),
    );
  },
});

function countFields(selectionSet: SelectionSetNode, context: ValidationContext, known: Map<string, number>): number {
  let count = 0;
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      count += countFragment(selection.name.value, context, known);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      count += countFields(selection.selectionSet, context, known);
    } else {
      const inner = INTROSPECTION_ROOTS.has(selection.name.value) ? undefined : selection.selectionSet;
      count += 1 + (inner === undefined ? 0 : countFields(inner, context, known));
    }
  }
  return count;
}

// Counts each fragment only once, so that counting stays linear, however often a fragment is spread.
function countFragment(name: string, context: ValidationContext, known: Map<string, number>): number {
  const counted = known.get(name);
  if (counted !== undefined) return counted;
  // Set to zero while the fragment itself is counted, so that a cycle ends here. Another rule rejects cycles.
  known.set(name, 0);
  const fragment = context.getFragment(name);
  const count = !fragment ? 0 : countFields(fragment.selectionSet, context, known);
  known.set(name, count);
  return count;
}
