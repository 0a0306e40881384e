import { ruleDecorator } from './field-rule.js';

/** A list that is not empty. */
export const NotEmpty = (code: string): PropertyDecorator =>
  ruleDecorator<readonly unknown[]>(
    {
      name: 'notEmpty',
      about: 'at least one entry',
      findProblem: (list) => (list.length === 0 ? 'must have an entry' : null),
    },
    code,
  );

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
