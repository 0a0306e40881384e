import { type ASTNode, type GraphQLLeafType, GraphQLScalarType, Kind } from 'graphql';
import { badUserInput } from '../errors/bad-user-input.js';

export interface StringScalar<Internal> {
  readonly name: string;
  readonly description: string;
  /** Follows the field's name, as in `must be …`. It is all that a client is told about an invalid value. */
  readonly rule: string;
  readonly parse: (text: string) => Internal | null;
  /** Returns the text for an internal value, without characters that JSON must escape; null if the value is invalid. */
  readonly print: (value: unknown) => string | null;
}

const PLAIN = { isPlainText: true };

/** Whether JSON need not escape any value of this type. */
export function isPlainScalar({ extensions }: GraphQLLeafType): boolean {
  return extensions['isPlainText'] === true;
}

/**
 * Creates a scalar that accepts only strings, in variables and in literals. Invalid input is the client's mistake, and
 * the error states the rule. Invalid output is ours, and the error is masked.
 */
export function createStringScalar<Internal>(scalar: StringScalar<Internal>): GraphQLScalarType<Internal, string> {
  const { name, description, rule } = scalar;

  const parse = (value: unknown, node?: ASTNode): Internal => {
    const parsed = typeof value === 'string' ? scalar.parse(value) : null;
    // With the node, validation can name the field of the literal.
    if (parsed === null) throw badUserInput(rule, [], node);
    return parsed;
  };

  return new GraphQLScalarType<Internal, string>({
    name,
    description,
    extensions: PLAIN,
    serialize: (value) => {
      const text = scalar.print(value);
      if (text === null) throw new TypeError(`A field of type ${name} resolved to something else`);
      return text;
    },
    parseValue: (value) => parse(value),
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : null, node),
  });
}
