import { applyDecorators, type Type } from '@nestjs/common';
import { IsOptional, ValidateNested } from 'class-validator';
import { type FieldRule, noteRule } from './field-rule.js';
import { MaxEntries } from './max-entries.decorator.js';

export interface NestedRule extends FieldRule<unknown> {
  readonly type: () => Type<object>;
  /** Maximum number of entries; 0 if the field is not a list. */
  readonly max: number;
}

/** A field whose value is an input of the given class. The rules of that class apply, with paths below this field. */
export const Nested = (type: () => Type<object>): PropertyDecorator => nested(type, 0);

/**
 * A field with a list of inputs of the given class. Validating an entry takes tens of microseconds, so a list that is
 * too long is rejected without validating all of it.
 * @param code code in `userErrors` for a list that is too long; BAD_USER_INPUT by default
 */
export function NestedList(
  type: () => Type<object>,
  { max, code }: { readonly max: number; readonly code?: string },
): PropertyDecorator {
  return applyDecorators(nested(type, max), MaxEntries(max, code));
}

export function isNestedRule(rule: FieldRule<unknown>): rule is NestedRule {
  return 'type' in rule;
}

function nested(type: () => Type<object>, max: number): PropertyDecorator {
  const rule: NestedRule = { name: 'nested', about: 'by its own rules', type, max };
  // class-validator does not accept null as an object. The GraphQL type decides whether null is allowed.
  return applyDecorators(IsOptional(), ValidateNested(), noteRule(rule));
}
