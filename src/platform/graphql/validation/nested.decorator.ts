import { applyDecorators, type Type } from '@nestjs/common';
import { IsOptional, ValidateNested } from 'class-validator';
import { type FieldRule, noteRule } from './field-rule.js';
import { MaxEntries } from './max-entries.decorator.js';

export interface NestedRule extends FieldRule<unknown> {
  readonly type: () => Type<object>;
  /** Maximum number of entries; 0 if it is not a list. */
  readonly max: number;
}

/** A field that is an input of this class, whose rules apply below this field's name. */
export const Nested = (type: () => Type<object>): PropertyDecorator => nested(type, 0);

/**
 * A list of inputs of this class. Each entry costs tens of microseconds, so a longer list is refused by its length.
 * @param code code in `userErrors` for a longer list
 */
export function NestedList(
  type: () => Type<object>,
  { max, code }: { readonly max: number; readonly code: string },
): PropertyDecorator {
  return applyDecorators(nested(type, max), MaxEntries(max, code));
}

export function isNestedRule(rule: FieldRule<unknown>): rule is NestedRule {
  return 'type' in rule;
}

function nested(type: () => Type<object>, max: number): PropertyDecorator {
  const rule: NestedRule = { name: 'nested', about: 'by its own rules', type, max };
  // To class-validator null is no object. The GraphQL type decides whether it is allowed.
  return applyDecorators(IsOptional(), ValidateNested(), noteRule(rule));
}
