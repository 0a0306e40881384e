import { ArrayMaxSize, ArrayNotEmpty } from 'class-validator';
import { namedRule } from './field-rule.js';

export const NotEmpty = (code: string): PropertyDecorator =>
  namedRule(
    { name: 'notEmpty', about: 'at least one entry', validator: ArrayNotEmpty, problem: 'must have an entry' },
    code,
  );

/**
 * Limits the length of a list.
 * @param code code in `userErrors`; BAD_USER_INPUT by default
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
