import { noteRule } from './field-rule.js';

/**
 * Documents a rule that the class cannot check by itself, because it depends on other fields, an account's settings,
 * the time or the current state. A pure function in the domain checks it; the decorator only lists it for the docs.
 * @param codes codes in `userErrors`; BAD_USER_INPUT if there are none
 */
export function DomainRule(about: string, ...codes: readonly string[]): PropertyDecorator {
  return noteRule({ name: 'domain', about }, ...codes);
}
