import { ruleDecorator } from './field-rule.js';

/**
 * A list of so many entries at most.
 *
 * @param code what a longer list is called in `userErrors`; BAD_USER_INPUT when absent
 */
export function MaxEntries(max: number, code?: string): PropertyDecorator {
  return ruleDecorator<readonly unknown[]>(
    {
      name: 'maxEntries',
      about: `${max} entries at most`,
      findProblem: (list) => (list.length > max ? `must have ${max} entries at most` : null),
    },
    ...(code === undefined ? [] : [code]),
  );
}
