import { NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';
import { nameFieldsRule } from '../errors/name-fields.rules.js';
import { armorRules } from './armor.rules.js';
import { fieldCountRule } from './field-count.rules.js';
import { rootFieldsRule } from './root-fields.rules.js';

/** The rules of both transports, beside the ones of the GraphQL specification that each runs anyway. */
export function buildValidationRules({ introspection }: { readonly introspection: boolean }): ValidationRule[] {
  return [
    nameFieldsRule,
    ...armorRules,
    fieldCountRule,
    rootFieldsRule,
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
}
