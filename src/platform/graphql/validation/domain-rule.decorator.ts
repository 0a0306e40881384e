import { noteRule } from './field-rule.js';

/**
 * Documents a rule that the class cannot check alone, because it needs other fields, an account's settings, the time,
 * or the current state. A pure function of the domain checks it; here it is listed for the docs.
 * @param codes codes in `userErrors`; none means BAD_USER_INPUT
 */
export function DomainRule(about: string, ...codes: readonly string[]): PropertyDecorator {
  return noteRule({ name: 'domain', about }, ...codes);
}
