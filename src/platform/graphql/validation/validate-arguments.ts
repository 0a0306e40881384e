import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { badUserInput } from '../errors/bad-user-input.js';
import { rulesOf } from './field-rule.js';
import { InputWithProblems, InvalidInput } from './invalid-input.js';
import { validateInput } from './validate-input.js';

/**
 * Validates every argument whose class has rules, before the resolver runs.
 * @throws GraphQLError BAD_USER_INPUT naming the first field that breaks a rule without a code
 * @throws InvalidInput with all other problems, which `InvalidInputInterceptor` turns into `userErrors`; an
 * `InputWithProblems` keeps them for its mutation instead
 */
export class ValidateArguments implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    // Nest calls `@Args` a body. Parent objects and contexts also pass through here, for every resolved field.
    if (type !== 'body' || metatype === undefined || typeof value !== 'object' || value === null) return value;
    if (rulesOf(metatype).length === 0) return value;
    const { input, problems } = validateInput(metatype as Type<object>, value, data === undefined ? [] : [data]);
    const first = problems.find(({ code }) => code === null);
    if (first) throw badUserInput(first.rule, first.field);
    if (input instanceof InputWithProblems) input.tell(problems);
    else if (problems.length > 0) throw new InvalidInput(problems);
    return input;
  }
}
