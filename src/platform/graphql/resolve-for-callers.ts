import { type GraphQLField, type GraphQLSchema, isIntrospectionType, isObjectType, OperationTypeNode } from 'graphql';
import { type ApiReads, readAsPartOfChange, readFor } from '../database/api-reads.js';
import { type Resolver, wrapResolver } from './execution/raw-resolver.js';
import type { StandbyMoments } from './execution/standby-moments.js';
import { retryWhileAway } from './retry-while-away.js';
import type { GraphqlContext } from './request-context.js';

/**
 * Wraps the schema so that a mutation's payload is read with the change, and everything else for its caller. Fields of
 * an event wait for an unavailable database. Fields without a resolver read nothing and stay unwrapped.
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

/** After a change, the caller reads nothing older than it; also if its outcome is unknown. */
function keepingFresh(reads: ApiReads, resolve: Resolver): Resolver {
  return async (source, args, context, info): Promise<unknown> => {
    try {
      return await resolve(source, args, context, info);
    } finally {
      if (context.caller) await reads.keepFresh(context.caller.id);
    }
  };
}
