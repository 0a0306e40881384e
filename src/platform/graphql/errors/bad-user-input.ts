import { type ASTNode, GraphQLError } from 'graphql';

/** Error code for everything that a client can fix by changing the input. */
export const BAD_USER_INPUT = 'BAD_USER_INPUT';

/**
 * Creates an error about the client's input. The message reaches the client unchanged. It names the field and the rule,
 * but never the value, which may be secret.
 * @param rule follows the field's name, such as `must be from 1 to 100`
 * @param field path of the field, such as `['input', 'amount']`; scalars omit it, because only their caller knows it
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

/** Whether `badUserInput` created the error, so that its message is safe to show. */
export function isBadUserInput(error: unknown): error is BadUserInputError {
  return error instanceof GraphQLError && error.extensions['code'] === BAD_USER_INPUT;
}
