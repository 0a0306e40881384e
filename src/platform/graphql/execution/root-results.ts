import type { GraphQLSchema } from 'graphql';
import type { GraphqlContext } from '../request-context.js';

/** The values that the fields of a query resolved to, for graphql-js to go on from instead of asking again. */
export class RootResults {
  readonly #results = new WeakMap<GraphqlContext, Map<string, () => unknown>>();

  /** @param outcome gives, or throws, what the field did */
  keep(context: GraphqlContext, key: string, outcome: () => unknown): void {
    const results = this.#results.get(context) ?? new Map<string, () => unknown>();
    this.#results.set(context, results.set(key, outcome));
  }

  /** Has the query type's resolvers give what was kept, where something was. */
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
