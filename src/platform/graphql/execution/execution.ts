import { Injectable, Optional } from '@nestjs/common';
import { execute, GraphQLError, OperationTypeNode } from 'graphql';
import { ApiReads, readFor } from '../../database/api-reads.js';
import { checkVariables } from '../errors/check-variables.js';
import { ErrorFormatter } from '../errors/error-formatter.js';
import { nameRequestSpan } from '../http/request-spans.js';
import { LIMITS } from '../limits/limits.js';
import { AccessRefusedError, type Caller, CallerAuthenticator, type GraphqlContext } from '../request-context.js';
import type { KnownOperation } from './known-operations.js';
import { maySee, type OperationPlan } from './operation-plan.js';
import { OperationMetrics, type OperationOutcome, outcomeOf } from './operation-metrics.js';
import { RootResults } from './root-results.js';
import { runPlan } from './run-plan.js';
import { StandbyMoments } from './standby-moments.js';

export interface OperationInput {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: GraphqlContext;
}

export interface OperationResponse {
  /** 429 if the caller has too many operations in progress. */
  readonly status: 200 | 400 | 429 | 500;
  /** Null unless the caller should retry later. */
  readonly retryAfterSeconds: number | null;
  /** The JSON text of the response. */
  readonly text: string;
}

type Result = OperationResponse & { readonly outcome: OperationOutcome };

/**
 * Executes valid operations over HTTP in four steps: checks the variables, waits for one of the caller's slots, chooses
 * the moment that the standby must show, and runs the plan. A plan checks access once per document instead of once per
 * field and row.
 *
 * Operations without a plan, such as mutations, are executed by graphql-js. If a response from a plan would contain an
 * error, graphql-js repeats the query, reusing the results of the root fields.
 */
@Injectable()
export class Execution {
  constructor(
    private readonly authenticator: CallerAuthenticator,
    private readonly formatter: ErrorFormatter,
    private readonly metrics: OperationMetrics,
    private readonly roots: RootResults,
    private readonly moments: StandbyMoments,
    // Toy schemas have no database.
    @Optional() private readonly reads?: ApiReads,
  ) {}

  /** Never throws, because faults become responses as well. */
  async execute(operation: KnownOperation, input: OperationInput): Promise<OperationResponse> {
    const startedAt = performance.now();
    nameRequestSpan(operation);
    const response = await this.respond(operation, input).catch((fault: unknown) => this.refuse(500, [fault]));
    this.metrics.record(operation.rootField, response.outcome, startedAt);
    return response;
  }

  private async respond(known: KnownOperation, input: OperationInput): Promise<Result> {
    const { schema, operation, place } = known;
    const { variables, context } = input;
    const errors =
      operation.operation === OperationTypeNode.SUBSCRIPTION
        ? [new GraphQLError('Subscriptions run over WebSocket only.', { extensions: { code: 'BAD_REQUEST' } })]
        : checkVariables({ schema, operation, variables, maxErrors: LIMITS.variableErrors });
    if (errors.length > 0) return this.refuse(400, errors);
    const { caller } = context;
    if (!caller) return this.run(known, input);
    const kind = operation.operation === OperationTypeNode.MUTATION ? 'change' : 'read';
    let end: () => void;
    try {
      end = await this.authenticator.begin(caller, kind);
    } catch (error) {
      if (error instanceof AccessRefusedError) return this.refuse(429, [error]);
      throw error;
    }
    // If the client disconnects, the slot stays in use, because the work goes on until the response would be sent.
    try {
      const moment = place === 'STANDBY' ? await this.reads?.findMoment(caller.id) : null;
      if (moment) this.moments.set(context, moment);
      return await this.run(known, input);
    } finally {
      end();
    }
  }

  private async run(known: KnownOperation, { variables, context }: OperationInput): Promise<Result> {
    const { schema, document, operation, plan } = known;
    const { caller } = context;
    if (plan && caller && maySee(caller, plan)) {
      const text = await this.runPlan(plan, caller, { schema, variables, context });
      if (text !== null) return answer(200, `{"data":${text}}\n`, 'ok');
    }
    const result = await execute({
      ...{ schema, document, contextValue: context, variableValues: variables },
      operationName: operation.name?.value,
      options: { maxCoercionErrors: LIMITS.variableErrors },
    });
    const errors = result.errors?.map((error) => this.formatter.format(error));
    const shown = { ...(errors && { errors }), ...(result.data !== undefined && { data: result.data }) };
    return answer(200, `${JSON.stringify(shown)}\n`, outcomeOf(shown));
  }

  private async runPlan(
    plan: OperationPlan,
    { id: readerId }: Caller,
    { schema, variables, context }: OperationInput & Pick<KnownOperation, 'schema'>,
  ): Promise<string | null> {
    const onRoot = (key: string, outcome: () => unknown): void => {
      this.roots.keep(context, key, outcome);
    };
    return readFor({ readerId, asOf: this.moments.of(context) }, () =>
      runPlan(plan, { schema, context, variables, onRoot }),
    );
  }

  private refuse(status: 400 | 429 | 500, faults: readonly unknown[]): Result {
    const errors = faults.map((error) => this.formatter.format(error));
    const [first] = faults;
    const retryAfterSeconds = first instanceof AccessRefusedError ? first.retryAfterSeconds : null;
    return { ...answer(status, `${JSON.stringify({ errors })}\n`, outcomeOf({ errors })), retryAfterSeconds };
  }
}

function answer(status: OperationResponse['status'], text: string, outcome: OperationOutcome): Result {
  return { status, retryAfterSeconds: null, text, outcome };
}
