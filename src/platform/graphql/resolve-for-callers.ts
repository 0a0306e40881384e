import { type GraphQLField, type GraphQLSchema, isIntrospectionType, isObjectType, OperationTypeNode } from 'graphql';
import { type ApiReads, readAsPartOfChange, readFor } from '../database/api-reads.js';
import { type Resolver, wrapResolver } from './execution/raw-resolver.js';
import type { StandbyMoments } from './execution/standby-moments.js';
import { retryWhileAway } from './retry-while-away.js';
import type { GraphqlContext } from './request-context.js';

/**
 * Wraps the resolvers of a schema: a mutation's payload is read together with the change, and everything else on behalf
 * of the caller. Fields of an event wait while the database is away. Fields without a resolver read nothing and are not
 * wrapped.
 */
export function resolveForCallers(
  schema: GraphQLSchema,
  { moments, reads }: { readonly moments: StandbyMoments; /** Absent without a standby. */ readonly reads?: ApiReads },
): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    const isOfMutations = type === schema.getMutationType();
    for (const field of Object.values(type.getFields()) as GraphQLField<unknown, GraphqlContext>[]) {
      const { resolve: own } = field;
      if (!own) continue;
      const resolve = isOfMutations && reads ? keepingFresh(reads, own) : own;
      wrapResolver(field, (source, args, context, info) => {
        const work = (): unknown => resolve(source, args, context, info);
        if (info.operation.operation === OperationTypeNode.MUTATION) return readAsPartOfChange(work);
        const { caller } = context;
        const reader = caller && { readerId: caller.id, asOf: moments.of(context) };
        const read = reader ? (): unknown => readFor(reader, work) : work;
        return info.operation.operation === OperationTypeNode.SUBSCRIPTION ? retryWhileAway(read) : read();
      });
    }
  }
  return schema;
}

/** After a mutation the caller must not read an older state, even if its outcome is unknown. */
function keepingFresh(reads: ApiReads, resolve: Resolver): Resolver {
  return async (source, args, context, info): Promise<unknown> => {
    try {
      return await resolve(source, args, context, info);
    } finally {
      if (context.caller) await reads.keepFresh(context.caller.id);
    }
  };
}
