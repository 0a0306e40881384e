import { applyDecorators, type Type } from '@nestjs/common';
import { IsOptional, ValidateNested } from 'class-validator';
import { type FieldRule, noteRule } from './field-rule.js';
import { MaxEntries } from './max-entries.decorator.js';

/** The rule of a field that is an input itself, or a list of inputs. */
export interface NestedRule extends FieldRule<unknown> {
  readonly type: () => Type<object>;
  /** How many entries a list may have; 0 where it is no list. */
  readonly max: number;
}

/** A field that is an input of this class: its own rules hold, and its fields are named below this one. */
export const Nested = (type: () => Type<object>): PropertyDecorator => nested(type, 0);

/**
 * A list of inputs of this class, with so many entries at most. Each costs tens of microseconds, so a longer list is
 * refused by its length.
 *
 * @param code what a longer list is called in `userErrors`
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
  // Null is no object to class-validator; whether it may be is written in the GraphQL type, as for any field.
  return applyDecorators(IsOptional(), ValidateNested(), noteRule(rule));
}
