import {
  getArgumentValues,
  getVariableValues,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import type { Path } from 'graphql/jsutils/Path.js';
import type { GraphqlContext } from '../request-context.js';
import type { FieldPlan, OperationPlan, OutputPlan } from './operation-plan.js';

export interface PlanInput {
  readonly schema: GraphQLSchema;
  readonly context: GraphqlContext;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Called with a function that returns or throws what the root field did. */
  readonly onRoot: (key: string, outcome: () => unknown) => void;
}

type Answer = Record<string, unknown>;

/** The response needs graphql-js: an error, or a null in a non-null field. */
class UnusualError extends Error {
  override readonly name = 'UnusualError';
}

/** Executes a planned query. Returns null if graphql-js must build the response with its errors and nulls. */
export async function runPlan(plan: OperationPlan, input: PlanInput): Promise<Answer | null> {
  const { coerced } = getVariableValues(input.schema, plan.operation.variableDefinitions ?? [], input.variables);
  return coerced ? new PlanRun(plan, input, coerced).answer() : null;
}

class PlanRun {
  #pending: Promise<void>[] = [];
  #isUnusual = false;

  constructor(
    private readonly plan: OperationPlan,
    private readonly input: PlanInput,
    private readonly variableValues: Record<string, unknown>,
  ) {}

  async answer(): Promise<Answer | null> {
    const answer: Answer = {};
    for (const root of this.plan.roots) {
      try {
        this.put(answer, root, this.resolveRoot(root), undefined);
      } catch {
        this.#isUnusual = true;
        // graphql-js resolves the others, if needed.
        break;
      }
    }
    while (this.#pending.length > 0) await Promise.all(this.#pending.splice(0));
    return this.#isUnusual ? null : answer;
  }

  private resolveRoot(root: FieldPlan): unknown {
    try {
      const result = this.resolve(root, undefined, undefined);
      this.input.onRoot(root.key, () => result);
      return result;
    } catch (error) {
      this.input.onRoot(root.key, () => {
        throw error;
      });
      throw error;
    }
  }

  private objectOf(fields: readonly FieldPlan[], source: unknown, path: Path | undefined): Answer {
    const answer: Answer = {};
    for (const field of fields) this.put(answer, field, this.resolve(field, source, path), path);
    return answer;
  }

  private resolve(field: FieldPlan, source: unknown, path: Path | undefined): unknown {
    const resolve = field.resolve as (...given: unknown[]) => unknown;
    if (field.isProperty) return resolve(source);
    const [node] = field.nodes;
    const args = node
      ? getArgumentValues(field.field as GraphQLField<unknown, unknown>, node, this.variableValues)
      : {};
    return resolve(source, args, this.input.context, this.infoOf(field, path));
  }

  private put(answer: Answer, field: FieldPlan, result: unknown, path: Path | undefined): void {
    const place = { prev: path, key: field.key, typename: field.parentType.name };
    this.fill(answer, field.key, { output: field.output, result, path: place });
  }

  /** Sets a value now, or once its promise settles. */
  private fill(
    answer: Answer | unknown[],
    key: string | number,
    { output, result, path }: { readonly output: OutputPlan; readonly result: unknown; readonly path: Path },
  ): void {
    const object = answer as Record<string | number, unknown>;
    if (!isPromiseLike(result)) {
      object[key] = this.complete(output, result, path);
      return;
    }
    // Keeps the order of the fields.
    object[key] = null;
    const filling = result.then((value: unknown) => {
      object[key] = this.complete(output, value, path);
    });
    this.#pending.push(
      Promise.resolve(filling).catch(() => {
        this.#isUnusual = true;
      }),
    );
  }

  private complete(output: OutputPlan, value: unknown, path: Path): unknown {
    if (value === null || value === undefined) {
      if (!output.isNullable) throw new UnusualError();
      return null;
    }
    switch (output.kind) {
      case 'leaf':
        return serialize(output.type, value);
      case 'object':
        if (isOdd(value)) throw new UnusualError();
        return this.objectOf(output.fields, value, path);
      case 'list': {
        if (!Array.isArray(value)) throw new UnusualError();
        const answers: unknown[] = [];
        for (const [index, result] of value.entries()) {
          this.fill(answers, index, {
            output: output.item,
            result,
            path: { prev: path, key: index, typename: undefined },
          });
        }
        return answers;
      }
    }
  }

  private infoOf({ field, nodes, parentType, key }: FieldPlan, prev: Path | undefined): GraphQLResolveInfo {
    const { operation, fragments } = this.plan;
    return {
      ...{ fieldName: field.name, fieldNodes: nodes, returnType: field.type, parentType },
      path: { prev, key, typename: parentType.name },
      ...{ schema: this.input.schema, fragments, rootValue: undefined, operation },
      variableValues: this.variableValues,
    };
  }
}

function serialize(type: GraphQLLeafType, value: unknown): unknown {
  if (isOdd(value)) throw new UnusualError();
  const serialized: unknown = type.serialize(value);
  if (serialized === null || serialized === undefined) throw new UnusualError();
  return serialized;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Values that graphql-js would treat as errors, await, or call. */
function isOdd(value: unknown): boolean {
  return typeof value === 'function' || value instanceof Error || isPromiseLike(value);
}
