import type { GraphQLField, GraphQLFieldResolver } from 'graphql';
import type { GraphqlContext } from '../request-context.js';

export type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

// By the resolver in front: fields are made again when a schema is sorted, and their functions go along.
const rawResolvers = new WeakMap<Resolver, Resolver | undefined>();

/** Puts a resolver in front of a field's own, which `rawResolverOf` still tells. */
export function wrapResolver(field: GraphQLField<unknown, GraphqlContext>, resolve: Resolver): void {
  rawResolvers.set(resolve, rawResolverOf(field));
  field.resolve = resolve;
}

/** The resolver that a field had before others were put in front of it; none where graphql-js reads a property. */
export function rawResolverOf({ resolve }: GraphQLField<unknown, GraphqlContext>): Resolver | undefined {
  return resolve && rawResolvers.has(resolve) ? rawResolvers.get(resolve) : resolve;
}
