import type { GraphQLField, GraphQLFieldResolver } from 'graphql';
import type { GraphqlContext } from '../request-context.js';

export type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

// Keyed by the wrapping resolver: sorting a schema recreates its fields but keeps their functions.
const rawResolvers = new WeakMap<Resolver, Resolver | undefined>();

/** Wraps a field's resolver. `rawResolverOf` returns the original. */
export function wrapResolver(field: GraphQLField<unknown, GraphqlContext>, resolve: Resolver): void {
  rawResolvers.set(resolve, rawResolverOf(field));
  field.resolve = resolve;
}

/** The original resolver of a field; undefined if graphql-js reads a property. */
export function rawResolverOf({ resolve }: GraphQLField<unknown, GraphqlContext>): Resolver | undefined {
  return resolve && rawResolvers.has(resolve) ? rawResolvers.get(resolve) : resolve;
}
