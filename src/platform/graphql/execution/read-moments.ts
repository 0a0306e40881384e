import type { ApolloServerPlugin } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import type { ApiReads, Beat } from '../../database/api-reads.js';
import type { GraphqlContext } from '../request-context.js';
import { type ReadPlace, readPlaceOf } from './read-places.js';

/** The moments as of which queries under way may be answered by the standby: all of a query is read from one place. */
export class ReadMoments {
  readonly #moments = new WeakMap<GraphqlContext, Beat>();

  /** Null for what is read from the primary. */
  of(context: GraphqlContext): Beat | null {
    return this.#moments.get(context) ?? null;
  }

  /** Finds the moment of each query before it is carried out. */
  plugin(reads: ApiReads): ApolloServerPlugin<GraphqlContext> {
    const places = new WeakMap<DocumentNode, ReadPlace>();
    return {
      requestDidStart: () =>
        Promise.resolve({
          responseForOperation: async ({ schema, document, contextValue }) => {
            const { caller } = contextValue;
            const place = places.get(document) ?? readPlaceOf(schema, document);
            places.set(document, place);
            if (place === 'PRIMARY' || !caller) return null;
            const moment = await reads.findMoment(caller.id);
            if (moment) this.#moments.set(contextValue, moment);
            return null;
          },
        }),
    };
  }
}
