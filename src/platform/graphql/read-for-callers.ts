import { type GraphQLField, type GraphQLSchema, isIntrospectionType, isObjectType, OperationTypeNode } from 'graphql';
import { type ApiReads, readAsPartOfChange, readFor } from '../database/api-reads.js';
import { type Resolver, wrapResolver } from './execution/raw-resolver.js';
import type { ReadMoments } from './execution/read-moments.js';
import { readPatiently } from './read-patiently.js';
import type { GraphqlContext } from './request-context.js';

/**
 * The same schema, with what a mutation answers read as part of the change, and all else read for its caller. The
 * fields of an event wait for a database that is away. Fields without a resolver of their own read nothing and stay as
 * they are.
 */
export function readForCallers(
  schema: GraphQLSchema,
  { moments, reads }: { readonly moments: ReadMoments; /** Absent without a standby. */ readonly reads?: ApiReads },
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
        return info.operation.operation === OperationTypeNode.SUBSCRIPTION ? readPatiently(read) : read();
      });
    }
  }
  return schema;
}

/** Has a caller read nothing older than the change, once it was made; also when it is unknown whether it was. */
function keepingFresh(reads: ApiReads, resolve: Resolver): Resolver {
  return async (source, args, context, info): Promise<unknown> => {
    try {
      return await resolve(source, args, context, info);
    } finally {
      if (context.caller) await reads.keepFresh(context.caller.id);
    }
  };
}
