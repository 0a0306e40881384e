import { type GraphQLField, type GraphQLSchema, isIntrospectionType, isObjectType, OperationTypeNode } from 'graphql';
import { readAsPartOfChange, readFor } from '../database/api-reads.js';
import { wrapResolver } from './execution/raw-resolver.js';
import { readPatiently } from './read-patiently.js';
import type { GraphqlContext } from './request-context.js';

/**
 * The same schema, with what a mutation answers read as part of the change, and all else read for its caller. The
 * fields of an event wait for a database that is away. Fields without a resolver of their own read nothing and stay as
 * they are.
 */
export function readForCallers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields()) as GraphQLField<unknown, GraphqlContext>[]) {
      const { resolve } = field;
      if (!resolve) continue;
      wrapResolver(field, (source, args, context, info) => {
        const work = (): unknown => resolve(source, args, context, info);
        if (info.operation.operation === OperationTypeNode.MUTATION) return readAsPartOfChange(work);
        const { caller } = context;
        const read = caller ? (): unknown => readFor(caller.id, work) : work;
        return info.operation.operation === OperationTypeNode.SUBSCRIPTION ? readPatiently(read) : read();
      });
    }
  }
  return schema;
}
