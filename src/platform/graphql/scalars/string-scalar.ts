import { type ASTNode, type GraphQLLeafType, GraphQLScalarType, Kind } from 'graphql';
import { badUserInput } from '../errors/bad-user-input.js';

export interface StringScalar<Internal> {
  readonly name: string;
  readonly description: string;
  /** Follows the field's name: `must be …`. All that a client learns about a bad value. */
  readonly rule: string;
  readonly parse: (text: string) => Internal | null;
  /** The text of an internal value, without characters that JSON escapes; null if the scalar cannot represent it. */
  readonly print: (value: unknown) => string | null;
}

const PLAIN = { isPlainText: true };

/** Whether JSON escapes none of a type's texts. */
export function isPlainScalar({ extensions }: GraphQLLeafType): boolean {
  return extensions['isPlainText'] === true;
}

/**
 * Creates a scalar that accepts only strings, in variables and in literals. Bad input is the client's fault, and the
 * error states the rule; bad output is ours, and is masked.
 */
export function createStringScalar<Internal>(scalar: StringScalar<Internal>): GraphQLScalarType<Internal, string> {
  const { name, description, rule } = scalar;

  const parse = (value: unknown, node?: ASTNode): Internal => {
    const parsed = typeof value === 'string' ? scalar.parse(value) : null;
    // The node lets validation name the literal's field.
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
