import type { GraphQLField, GraphQLFieldResolver } from 'graphql';
import type { GraphqlContext } from '../request-context.js';

export type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

// Keyed by the wrapping resolver, because sorting a schema recreates its fields but keeps their resolvers.
const rawResolvers = new WeakMap<Resolver, Resolver | undefined>();

/** Replaces a field's resolver by one that wraps it. `rawResolverOf` still returns the original. */
export function wrapResolver(field: GraphQLField<unknown, GraphqlContext>, resolve: Resolver): void {
  rawResolvers.set(resolve, rawResolverOf(field));
  field.resolve = resolve;
}

/** Returns the original resolver of a field; undefined if graphql-js just reads a property. */
export function rawResolverOf({ resolve }: GraphQLField<unknown, GraphqlContext>): Resolver | undefined {
  return resolve && rawResolvers.has(resolve) ? rawResolvers.get(resolve) : resolve;
}
