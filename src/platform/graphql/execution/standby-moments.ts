import type { ApolloServerPlugin } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import type { ApiReads } from '../../database/api-reads.js';
import type { StandbyMoment } from '../../database/standby-reads.port.js';
import type { GraphqlContext } from '../request-context.js';
import { type QueryPlace, placeOfQuery } from './query-places.js';

/** The position as of which the standby may answer each running query, so that a query reads from one place. */
export class StandbyMoments {
  readonly #moments = new WeakMap<GraphqlContext, StandbyMoment>();

  /** Null to read from the primary. */
  of(context: GraphqlContext): StandbyMoment | null {
    return this.#moments.get(context) ?? null;
  }

  /** Determines each query's position before it runs. */
  plugin(reads: ApiReads): ApolloServerPlugin<GraphqlContext> {
    const places = new WeakMap<DocumentNode, QueryPlace>();
    return {
      requestDidStart: () =>
        Promise.resolve({
          responseForOperation: async ({ schema, document, contextValue }) => {
            const { caller } = contextValue;
            const place = places.get(document) ?? placeOfQuery(schema, document);
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
