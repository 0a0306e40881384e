import { noteRule } from './field-rule.js';

/**
 * Says which rule of the domain a field is under, where the class cannot tell alone: the rule needs other fields, the
 * settings of an account, the time, or the state of what is changed. A pure function of the domain holds the rule
 * itself; here it stands for the table of rules.
 *
 * @param codes what breaking the rule is called in `userErrors`; none for BAD_USER_INPUT
 */
export function DomainRule(about: string, ...codes: readonly string[]): PropertyDecorator {
  return noteRule({ name: 'domain', about }, ...codes);
}
