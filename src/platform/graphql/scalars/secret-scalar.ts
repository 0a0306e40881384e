import { GraphQLScalarType } from 'graphql';
import { Secret } from '../../../common/secret.js';
import { badUserInput } from '../errors/bad-user-input.js';

// Longer than any code, or any card number with spaces.
const DEFAULT_MAX_LENGTH = 64;

/**
 * Creates a scalar for secrets. They are accepted only as variables, because documents are logged, cached and kept in
 * browser histories, and they are never returned. The value is wrapped immediately, so that nothing prints it by
 * accident.
 */
export function createSecretScalar(about: {
  readonly name: string;
  readonly description: string;
  readonly maxLength?: number;
}): GraphQLScalarType<Secret, never> {
  const { name, description, maxLength = DEFAULT_MAX_LENGTH } = about;
  return new GraphQLScalarType<Secret, never>({
    name,
    description,
    serialize: () => {
      throw new TypeError(`A value of type ${name} is never given out`);
    },
    parseValue: (value) => {
      if (typeof value === 'string' && value !== '' && value.length <= maxLength) return new Secret(value);
      throw badUserInput(`must be a string of 1 to ${maxLength} characters`);
    },
    parseLiteral: (node) => {
      throw badUserInput('must be given as a variable, never written into the document', [], node);
    },
  });
}
