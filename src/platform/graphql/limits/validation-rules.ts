import { NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';
import { nameFieldsRule } from '../errors/name-fields.rules.js';
import { armorRules } from './armor.rules.js';
import { fieldCountRule } from './field-count.rules.js';
import { rootFieldsRule } from './root-fields.rules.js';

/** Validation rules for both transports, in addition to those of the GraphQL specification. */
export function buildValidationRules({ introspection }: { readonly introspection: boolean }): ValidationRule[] {
  return [
    nameFieldsRule,
    ...armorRules,
    fieldCountRule,
    rootFieldsRule,
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
}
