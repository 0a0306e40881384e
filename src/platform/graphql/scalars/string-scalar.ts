import { type ASTNode, GraphQLScalarType, Kind } from 'graphql';
import { badUserInput } from '../errors/bad-user-input.js';

export interface StringScalar<Internal> {
  readonly name: string;
  readonly description: string;
  /** The rule of a value, read on from the field's name: `must be …`. All that a client is told about a bad value. */
  readonly rule: string;
  readonly parse: (text: string) => Internal | null;
  /** The text of an internal value, or null for a value that this scalar cannot stand for. */
  readonly print: (value: unknown) => string | null;
}

/**
 * A scalar that travels as a string and as nothing else: numbers, booleans, enums and objects are refused, in variables
 * and in literals alike. A bad input is the client's fault and says the rule; a bad output is ours and is masked.
 */
export function createStringScalar<Internal>(scalar: StringScalar<Internal>): GraphQLScalarType<Internal, string> {
  const { name, description, rule } = scalar;

  const parse = (value: unknown, node?: ASTNode): Internal => {
    const parsed = typeof value === 'string' ? scalar.parse(value) : null;
    // The node lets the validation name the field in which the literal stands.
    if (parsed === null) throw badUserInput(rule, [], node);
    return parsed;
  };

  return new GraphQLScalarType<Internal, string>({
    name,
    description,
    serialize: (value) => {
      const text = scalar.print(value);
      if (text === null) throw new TypeError(`A field of type ${name} resolved to something else`);
      return text;
    },
    parseValue: (value) => parse(value),
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : null, node),
  });
}
