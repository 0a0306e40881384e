import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { badUserInput } from '../errors/bad-user-input.js';
import { rulesOf } from './field-rule.js';
import { InputWithProblems, InvalidInput } from './invalid-input.js';
import { validateInput } from './validate-input.js';

/**
 * Holds every argument whose class has rules to these, before the body of the resolver begins.
 *
 * @throws GraphQLError BAD_USER_INPUT naming the first field with a rule that no mutation has a code for
 * @throws InvalidInput with everything else, which `InvalidInputInterceptor` makes the mutation's `userErrors`; an
 *   `InputWithProblems` brings it to the mutation instead
 */
export class ValidateArguments implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    // Nest's word for what `@Args` brings; parents and contexts pass here for every field that is resolved.
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
