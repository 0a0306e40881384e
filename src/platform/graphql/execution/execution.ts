import { type DocumentNode, getOperationAST, GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { type ApiReads, readFor } from '../../database/api-reads.js';
import { checkVariables } from '../errors/check-variables.js';
import { LIMITS } from '../limits/limits.js';
import { AccessRefusedError, type Caller, type CallerAuthenticator, type GraphqlContext } from '../request-context.js';
import { type OperationPlan, planOperation } from './operation-plan.js';
import { placeOfQuery, type QueryPlace } from './query-places.js';
import type { RootResults } from './root-results.js';
import { runPlan } from './run-plan.js';
import type { StandbyMoments } from './standby-moments.js';

/** A valid document and the request it came with. */
export interface OperationRequest {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: GraphqlContext;
}

export type OperationAnswer =
  | { readonly kind: 'data'; readonly data: Record<string, unknown> }
  | {
      readonly kind: 'refused';
      readonly status: 400 | 429;
      readonly errors: readonly GraphQLError[];
      readonly retryAfterSeconds: number | null;
    };

/** Computed once for each operation of a document. */
interface KnownOperation {
  readonly place: QueryPlace;
  /** Null for an operation that graphql-js executes. */
  readonly plan: OperationPlan | null;
}

/**
 * Executes operations over HTTP after their documents are validated, in four steps: it checks the variables, waits for
 * a slot of the caller, chooses the standby's position, and runs the plan. Plans check access per document instead of
 * per field and row. graphql-js executes operations without a plan, such as mutations, after the third step. If a
 * planned response has an error, graphql-js repeats the query with the same results of the root fields.
 */
export class Execution {
  // Cached as long as Apollo caches the document.
  readonly #known = new WeakMap<DocumentNode, Map<string | undefined, KnownOperation>>();
  readonly #underWay = new WeakMap<GraphqlContext, () => void>();

  constructor(
    private readonly parts: {
      readonly authenticator: CallerAuthenticator;
      readonly roots: RootResults;
      readonly moments: StandbyMoments;
      /** Absent without a standby. */
      readonly reads?: ApiReads;
    },
  ) {}

  /** Returns null if graphql-js must execute the operation. Call `end` when the response is complete. */
  async begin(request: OperationRequest): Promise<OperationAnswer | null> {
    const { document, operationName, context } = request;
    const operation = getOperationAST(document, operationName);
    // Apollo calls this without an operation or a caller too, and then refuses the request.
    if (!operation) return null;
    const errors =
      operation.operation === OperationTypeNode.SUBSCRIPTION
        ? [new GraphQLError('Subscriptions run over WebSocket only.', { extensions: { code: 'BAD_REQUEST' } })]
        : checkVariables({ ...request, operation, maxErrors: LIMITS.variableErrors });
    if (errors.length > 0) return { kind: 'refused', status: 400, errors, retryAfterSeconds: null };
    const { caller } = context;
    if (!caller) return null;
    const { authenticator, moments, reads } = this.parts;
    try {
      const kind = operation.operation === OperationTypeNode.MUTATION ? 'change' : 'read';
      this.#underWay.set(context, await authenticator.begin(caller, kind));
    } catch (error) {
      if (!(error instanceof AccessRefusedError)) throw error;
      return { kind: 'refused', status: 429, errors: [error], retryAfterSeconds: error.retryAfterSeconds };
    }
    const { place, plan } = this.know(request);
    const moment = reads && place === 'STANDBY' ? await reads.findMoment(caller.id) : null;
    if (moment) moments.set(context, moment);
    return plan && maySee(caller, plan) ? this.run(plan, caller, request) : null;
  }

  /**
   * Frees the caller's slot. A client that disconnects frees none: the work continues until the response would be sent.
   */
  end(context: GraphqlContext): void {
    this.#underWay.get(context)?.();
  }

  private know({ schema, document, operationName }: OperationRequest): KnownOperation {
    const operations = this.#known.get(document) ?? new Map<string | undefined, KnownOperation>();
    this.#known.set(document, operations);
    let known = operations.get(operationName);
    if (!known) {
      // Only a standby needs the place, and a large document takes milliseconds to visit.
      const place = this.parts.reads ? placeOfQuery(schema, document) : 'PRIMARY';
      known = { place, plan: planOperation(schema, document, operationName) };
      operations.set(operationName, known);
    }
    return known;
  }

  private async run(
    plan: OperationPlan,
    { id: readerId }: Caller,
    { schema, context, variables }: OperationRequest,
  ): Promise<OperationAnswer | null> {
    const { roots, moments } = this.parts;
    const data = await readFor({ readerId, asOf: moments.of(context) }, () =>
      runPlan(plan, {
        ...{ schema, context, variables },
        onRoot: (key, outcome) => {
          roots.keep(context, key, outcome);
        },
      }),
    );
    return data && { kind: 'data', data };
  }
}

/** Returns false for callers bound to accounts, because every row is checked for them. */
function maySee({ accountIds, scopes }: Caller, plan: OperationPlan): boolean {
  return accountIds.length === 0 && plan.scopes.every((anyOf) => anyOf.some((scope) => scopes.has(scope)));
}
