import { type DocumentNode, Kind, OperationTypeNode, parse } from 'graphql';

// The size of a mutation of one field, with a payload of a few. A document is read before its caller is known, so it is
// kept cheap.
const MAX_LENGTH = 1_000;
const MAX_TOKENS = 60;

/** The one field of a short document that is a mutation of one field and nothing else; null for any other document. */
export function soleMutationOf(document: string): string | null {
  const parsed = document.length <= MAX_LENGTH ? parsedOrNull(document) : null;
  const [definition, ...others] = parsed?.definitions ?? [];
  if (definition?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) return null;
  if (definition.operation !== OperationTypeNode.MUTATION) return null;
  const [field, ...siblings] = definition.selectionSet.selections;
  return field?.kind === Kind.FIELD && siblings.length === 0 ? field.name.value : null;
}

function parsedOrNull(document: string): DocumentNode | null {
  try {
    return parse(document, { maxLexicalTokens: MAX_TOKENS, noLocation: true });
  } catch {
    return null;
  }
}
