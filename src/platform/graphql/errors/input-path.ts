import { type ASTNode, BREAK, type DocumentNode, Kind, visit } from 'graphql';

/**
 * Returns the path of an input literal as the client would write it: argument, fields and list positions, such as
 * `['input', 'items', '0', 'amount']`. Empty if the node is not part of an input.
 *
 * Searches the document each time, which is cheap enough: it happens only for errors, and documents are small
 * (`LIMITS.tokens`).
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
  // A list node contains the array of its values, so the next step in the path is the position in that array.
  return afterNext !== undefined && 'kind' in afterNext ? [String(next.indexOf(afterNext))] : [];
}
