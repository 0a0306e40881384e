import { type DocumentNode, Kind, OperationTypeNode, parse } from 'graphql';

// Enough for a mutation with a small payload. The document is parsed before the caller is known, so this must be cheap.
const MAX_LENGTH = 1_000;
const MAX_TOKENS = 60;

/** Returns the root field of a short document that contains a single mutation; null for any other document. */
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
