import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { readFor } from '../../database/api-reads.js';
import type { Caller, GraphqlContext } from '../request-context.js';
import { type OperationPlan, planOperation } from './operation-plan.js';
import type { StandbyMoments } from './standby-moments.js';
import type { RootResults } from './root-results.js';
import { runPlan } from './run-plan.js';

type Plans = Map<string | undefined, OperationPlan | null>;

/**
 * Executes queries by plans, cached like Apollo's documents: access is checked per document instead of per field and
 * row. graphql-js executes all other operations. If a response has an error, it repeats the query with the same results
 * of the root fields.
 */
export function plannedQueriesPlugin(roots: RootResults, moments: StandbyMoments): ApolloServerPlugin<GraphqlContext> {
  const documents = new WeakMap<DocumentNode, Plans>();
  return {
    requestDidStart: () =>
      Promise.resolve({
        responseForOperation: async ({ schema, document, request, contextValue }): Promise<GraphQLResponse | null> => {
          const { caller } = contextValue;
          const plans: Plans = documents.get(document) ?? new Map<string | undefined, OperationPlan | null>();
          documents.set(document, plans);
          const name = request.operationName ?? undefined;
          let plan = plans.get(name);
          if (plan === undefined) plans.set(name, (plan = planOperation(schema, document, name)));
          if (!plan || !caller || !maySee(caller, plan)) return null;
          const data = await readFor({ readerId: caller.id, asOf: moments.of(contextValue) }, () =>
            runPlan(plan, {
              ...{ schema, context: contextValue, variables: request.variables ?? {} },
              onRoot: (key, outcome) => {
                roots.keep(contextValue, key, outcome);
              },
            }),
          );
          return data && { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: { data } } };
        },
      }),
  };
}

/** For callers bound to accounts, every row is checked. */
function maySee({ accountIds, scopes }: Caller, plan: OperationPlan): boolean {
  return accountIds.length === 0 && plan.scopes.every((anyOf) => anyOf.some((scope) => scopes.has(scope)));
}
