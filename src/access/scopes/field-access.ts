import { getNamedType, type GraphQLNamedType, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import type { FieldAccess } from '../../platform/graphql/execution/field-access.js';
import type { Scope } from './scopes.js';
import { TYPE_SCOPES } from './type-scopes.js';

/**
 * Types without an access rule: page positions, actors of visible objects, counts and search hits among visible
 * objects, and hints that some of these objects changed.
 */
const NEUTRAL: ReadonlySet<string> = new Set([
  ...['PageInfo', 'Actor', 'Viewer', 'DashboardSession', 'Desk', 'FindHit', 'Facet', 'DeskChange'],
]);

type ScopedAccess = FieldAccess<Scope>;

/** Returns the access rule of an object type, which applies to all of its fields. */
export function fieldAccessOf(schema: GraphQLSchema, type: GraphQLObjectType): ScopedAccess {
  const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  if (roots.includes(type)) return { kind: 'operation' };
  return typeAccessOf(schema, type);
}

function typeAccessOf(schema: GraphQLSchema, type: GraphQLObjectType): ScopedAccess {
  const listed = TYPE_SCOPES[type.name];
  if (listed) return { kind: 'scopes', anyOf: listed };
  if (NEUTRAL.has(type.name) || isPayload(schema, type) || isUserError(type)) return { kind: 'neutral' };
  const item = itemOf(type);
  return item ? typeAccessOf(schema, item) : { kind: 'closed' };
}

function isPayload(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  return mutations.some((mutation) => getNamedType(mutation.type) === type);
}

function isUserError(type: GraphQLObjectType): boolean {
  return type.getInterfaces().some(({ name }) => name === 'UserError');
}

function itemOf(type: GraphQLObjectType): GraphQLObjectType | null {
  const fields = type.getFields();
  const holder = type.name.endsWith('Connection')
    ? fields['edges']
    : type.name.endsWith('Edge')
      ? fields['node']
      : null;
  const named = holder && getNamedType(holder.type);
  return isObjectType(named) ? named : null;
}
