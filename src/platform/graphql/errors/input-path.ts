import { type ASTNode, BREAK, type DocumentNode, Kind, visit } from 'graphql';

/**
 * Where an input literal stands, as a client would say it: the names of the argument and the fields around it and the
 * positions in lists, `['input', 'items', '0', 'amount']`. Empty when the node is in no input.
 *
 * Searches the document each time, which only happens for an error, and documents are small (see `LIMITS.tokens`).
 */
export function inputPathOf(target: ASTNode, document: DocumentNode): string[] {
  let names: string[] = [];
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (node !== target) return undefined;
      const around = [...ancestors, ...(parent === undefined ? [] : [parent]), node];
      names = around.flatMap((step, index) => nameOf(step, around[index + 1], around[index + 2]));
      return BREAK;
    },
  });
  return names;
}

type Step = ASTNode | readonly ASTNode[];

function nameOf(step: Step, next: Step | undefined, afterNext: Step | undefined): string[] {
  if (!('kind' in step)) return [];
  if (step.kind === Kind.VARIABLE_DEFINITION) return [step.variable.name.value];
  if (step.kind === Kind.ARGUMENT || step.kind === Kind.OBJECT_FIELD) return [step.name.value];
  if (step.kind !== Kind.LIST || next === undefined || 'kind' in next) return [];
  // Below a list stand its array of values and then the value itself.
  return afterNext !== undefined && 'kind' in afterNext ? [String(next.indexOf(afterNext))] : [];
}
