import { type ASTNode, GraphQLError } from 'graphql';

/** Error code of everything a client can fix by other input. */
export const BAD_USER_INPUT = 'BAD_USER_INPUT';

/**
 * Creates an error about the client's input. The message names the field and the rule, and never the value, which may
 * be secret; it reaches the client unchanged.
 * @param rule follows the field's name: `must be from 1 to 100`
 * @param field path of the field, `['input', 'amount']`; scalars omit it, because only their caller knows it
 */
export function badUserInput(rule: string, field: readonly string[] = [], node?: ASTNode): GraphQLError {
  const isNamed = field.length > 0;
  return new GraphQLError(isNamed ? `${field.join('.')} ${rule}` : rule, {
    nodes: node ?? null,
    extensions: { code: BAD_USER_INPUT, ...(isNamed && { field: [...field] }) },
  });
}

export type BadUserInputError = GraphQLError & {
  readonly extensions: { readonly code: typeof BAD_USER_INPUT; readonly field?: readonly string[] };
};

/** Whether `badUserInput` created an error, so its message is safe to show. */
export function isBadUserInput(error: unknown): error is BadUserInputError {
  return error instanceof GraphQLError && error.extensions['code'] === BAD_USER_INPUT;
}
