import { type ASTNode, GraphQLError } from 'graphql';

/** The error code of everything a client can put right by sending other input. */
export const BAD_USER_INPUT = 'BAD_USER_INPUT';

/**
 * An error about the client's input: it states the rule and names the field, and never repeats the value, which may be
 * a secret. The message reaches the client as it is.
 *
 * @param rule reads on from the field's name: `must be from 1 to 100`
 * @param field path of the field, `['input', 'amount']`; a scalar leaves it out, since only its caller knows it
 */
export function badUserInput(rule: string, field: readonly string[] = [], node?: ASTNode): GraphQLError {
  const isNamed = field.length > 0;
  return new GraphQLError(isNamed ? `${field.join('.')} ${rule}` : rule, {
    nodes: node ?? null,
    extensions: { code: BAD_USER_INPUT, ...(isNamed && { field: [...field] }) },
  });
}

/** An error made by `badUserInput`. */
export type BadUserInputError = GraphQLError & {
  readonly extensions: { readonly code: typeof BAD_USER_INPUT; readonly field?: readonly string[] };
};

/** Whether an error was made by `badUserInput`, which makes its message safe to show. */
export function isBadUserInput(error: unknown): error is BadUserInputError {
  return error instanceof GraphQLError && error.extensions['code'] === BAD_USER_INPUT;
}
