import { ArrayMaxSize, ArrayNotEmpty } from 'class-validator';
import { namedRule } from './field-rule.js';

/** A list that is not empty. */
export const NotEmpty = (code: string): PropertyDecorator =>
  namedRule(
    { name: 'notEmpty', about: 'at least one entry', validator: ArrayNotEmpty, problem: 'must have an entry' },
    code,
  );

/**
 * A list of so many entries at most.
 *
 * @param code what a longer list is called in `userErrors`; BAD_USER_INPUT when absent
 */
export function MaxEntries(max: number, code?: string): PropertyDecorator {
  return namedRule(
    {
      name: 'maxEntries',
      about: `${max} entries at most`,
      validator: (options) => ArrayMaxSize(max, options),
      problem: `must have ${max} entries at most`,
    },
    ...(code === undefined ? [] : [code]),
  );
}
