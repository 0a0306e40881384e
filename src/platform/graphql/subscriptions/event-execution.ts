import { type DocumentNode, execute, type ExecutionResult, type GraphQLSchema, parse } from 'graphql';
import { readFor } from '../../database/api-reads.js';
import { maySee, type OperationPlan, planOperation } from '../execution/operation-plan.js';
import { runPlan } from '../execution/run-plan.js';
import { PARSE_OPTIONS } from '../limits/limits.js';
import type { Caller, GraphqlContext } from '../request-context.js';

/** A subscription without its start position, which is irrelevant to its events. */
export interface EventOperation {
  readonly schema: GraphQLSchema;
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The result of an event. A string is the `data` as JSON, without errors. */
export type EventResult = ExecutionResult | string;

/**
 * Executes the events of a caller's equal subscriptions. graphql-js executes those without a plan, and repeats an event
 * if its planned response would contain an error. It also waits while the database is away.
 */
export class EventExecution {
  readonly #plan: OperationPlan | null;
  /**
   * Null if there is a plan: a parsed document is many times larger than its text, and a plan rarely needs it. It is
   * then parsed again.
   */
  readonly #document: DocumentNode | null;

  constructor(
    private readonly operation: EventOperation,
    document: DocumentNode,
    caller: Caller | null,
  ) {
    const plan = planOperation(operation.schema, document, operation.operationName);
    this.#plan = plan && caller && maySee(caller, plan) ? plan : null;
    this.#document = this.#plan ? null : document;
  }

  /** Executes one event. Returns a promise only if a value arrives later. */
  execute(event: unknown, context: GraphqlContext): EventResult | Promise<EventResult> {
    const { schema, variables } = this.operation;
    const plan = this.#plan;
    if (!plan || !context.caller) return this.#executeUnplanned(event, context);
    const json = readFor({ readerId: context.caller.id, asOf: null }, () =>
      runPlan(plan, { schema, context, variables, event }),
    );
    if (json instanceof Promise) return json.then((later) => later ?? this.#executeUnplanned(event, context));
    return json ?? this.#executeUnplanned(event, context);
  }

  #executeUnplanned(event: unknown, contextValue: GraphqlContext): ExecutionResult | Promise<ExecutionResult> {
    const { schema, query, operationName, variables: variableValues } = this.operation;
    const document = this.#document ?? parse(query, PARSE_OPTIONS);
    return execute({ schema, document, operationName, variableValues, contextValue, rootValue: event });
  }
}
