import { Injectable } from '@nestjs/common';
import type { GraphQLSchema } from 'graphql';
import type { GraphqlContext } from '../request-context.js';

/** Keeps the results of a query's root fields, so that graphql-js can reuse them instead of reading again. */
@Injectable()
export class RootResults {
  readonly #results = new WeakMap<GraphqlContext, Map<string, () => unknown>>();

  /** @param outcome returns what the field returned, or throws what it threw */
  keep(context: GraphqlContext, key: string, outcome: () => unknown): void {
    const results = this.#results.get(context) ?? new Map<string, () => unknown>();
    this.#results.set(context, results.set(key, outcome));
  }

  /** Makes the resolvers of the query type return kept results, if there are any. */
  giveBack(schema: GraphQLSchema): GraphQLSchema {
    for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
      const { resolve } = field;
      field.resolve = (source, args, context: GraphqlContext, info): unknown => {
        const outcome = this.#results.get(context)?.get(String(info.path.key));
        return outcome ? outcome() : resolve?.(source, args, context, info);
      };
    }
    return schema;
  }
}
