import { type GraphQLField, type GraphQLSchema, isIntrospectionType, isObjectType, OperationTypeNode } from 'graphql';
import { readAsPartOfChange } from '../database/api-reads.js';

/**
 * The same schema, with what a mutation answers read as part of the change. Fields without a resolver of their own read
 * nothing and stay as they are.
 */
export function readChangesApart(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields()) as GraphQLField<unknown, unknown>[]) {
      const { resolve } = field;
      if (!resolve) continue;
      field.resolve = (source, args, context, info) =>
        info.operation.operation === OperationTypeNode.MUTATION
          ? readAsPartOfChange(() => resolve(source, args, context, info))
          : resolve(source, args, context, info);
    }
  }
  return schema;
}
