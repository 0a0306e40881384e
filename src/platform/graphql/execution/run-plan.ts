import {
  getArgumentValues,
  getVariableValues,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import type { Path } from 'graphql/jsutils/Path.js';
import type { GraphqlContext } from '../request-context.js';
import { JsonText, quote } from './json-text.js';
import type { AbstractPlan, FieldCall, FieldPlan, LeafPlan, OperationPlan, OutputPlan } from './operation-plan.js';

export interface PlanInput {
  readonly schema: GraphQLSchema;
  readonly context: GraphqlContext;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The event, if the plan is for a subscription; absent for a query. */
  readonly event?: unknown;
  /** Called with a function that returns what the root field returned, or throws what it threw. */
  readonly onRoot?: (key: string, outcome: () => unknown) => void;
}

/** graphql-js must build the response, because there is an error or a null in a non-null field. */
class UnusualError extends Error {
  override readonly name = 'UnusualError';
}

/**
 * Executes a planned operation. Returns the response's `data` as JSON, byte for byte as graphql-js would write it.
 * Returns null if graphql-js must build the response because of errors or nulls in non-null fields. Returns a promise
 * only if a value arrives later.
 */
export function runPlan(plan: OperationPlan, input: PlanInput): string | null | Promise<string | null> {
  const definitions = plan.parsed?.operation.variableDefinitions ?? [];
  const { coerced } = getVariableValues(input.schema, definitions, input.variables);
  return coerced ? new PlanRun(plan, input, coerced).data() : null;
}

class PlanRun {
  /**
   * Number of values that are not written yet. Starts at one, which stands for everything that can be written without
   * waiting.
   */
  #open = 1;
  #isUnusual = false;
  #finish = (): void => undefined;

  constructor(
    private readonly plan: OperationPlan,
    private readonly input: PlanInput,
    private readonly variableValues: Record<string, unknown>,
  ) {}

  data(): string | null | Promise<string | null> {
    const text = new JsonText();
    this.attempt(() => {
      this.writeRoots(text);
    });
    return this.#open === 0 ? this.dataOf(text) : this.dataLater(text);
  }

  private async dataLater(text: JsonText): Promise<string | null> {
    await new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    return this.dataOf(text);
  }

  private dataOf(text: JsonText): string | null {
    return this.#isUnusual ? null : text.toString();
  }

  private writeRoots(text: JsonText): void {
    text.write('{');
    for (const root of this.plan.roots) {
      // If one root throws, graphql-js resolves the remaining ones.
      const result = this.resolveRoot(root);
      text.write(root.label);
      this.fill(text, root.output, result, stepTo(root, undefined));
    }
    text.write('}');
  }

  private resolveRoot(root: FieldPlan): unknown {
    try {
      const result = this.resolve(root, this.input.event, undefined);
      this.input.onRoot?.(root.key, () => result);
      return result;
    } catch (error) {
      this.input.onRoot?.(root.key, () => {
        throw error;
      });
      throw error;
    }
  }

  private resolve(field: FieldPlan, source: unknown, path: Path | undefined): unknown {
    const { resolve, call, name } = field;
    if (!resolve) return isObject(source) ? source[name] : undefined;
    if (!call) return (resolve as (source: unknown) => unknown)(source);
    const [node] = call.nodes;
    const args = node ? getArgumentValues(call.field as GraphQLField<unknown, unknown>, node, this.variableValues) : {};
    return resolve(source, args, this.input.context, this.infoOf(field, call, path));
  }

  /** Writes a value now, or as soon as its promise is fulfilled. */
  private fill(text: JsonText, output: OutputPlan, result: unknown, path: Path | undefined): void {
    if (!isPromiseLike(result)) {
      this.write(text, output, result, path);
      return;
    }
    const gap = text.gap();
    this.#open += 1;
    Promise.resolve(result).then(
      (value: unknown) => {
        this.attempt(() => {
          this.write(gap, output, value, path);
        });
      },
      () => {
        this.attempt(refuse);
      },
    );
  }

  private attempt(write: () => void): void {
    try {
      write();
    } catch {
      this.#isUnusual = true;
    }
    this.#open -= 1;
    if (this.#open === 0) this.#finish();
  }

  private write(text: JsonText, output: OutputPlan, value: unknown, path: Path | undefined): void {
    if (value === null || value === undefined) {
      if (!output.isNullable) refuse();
      text.write('null');
      return;
    }
    switch (output.kind) {
      case 'leaf':
        text.write(textOf(output, value));
        break;
      case 'object':
        if (isOdd(value)) refuse();
        this.writeFields(text, output.fields, value, path);
        break;
      case 'abstract':
        if (isOdd(value)) refuse();
        this.writeFields(text, this.fieldsFor(output, value), value, path);
        break;
      case 'list':
        if (!Array.isArray(value)) refuse();
        this.writeItems(text, output.item, value, path);
    }
  }

  private fieldsFor({ typeOf, byType }: AbstractPlan, value: unknown): readonly FieldPlan[] {
    const name = typeOf(value, this.input.context);
    return (typeof name === 'string' ? byType.get(name) : null) ?? refuse();
  }

  private writeFields(text: JsonText, fields: readonly FieldPlan[], source: unknown, path: Path | undefined): void {
    text.write('{');
    for (const field of fields) {
      const result = this.resolve(field, source, path);
      text.write(field.label);
      this.fill(text, field.output, result, stepTo(field, path));
    }
    text.write('}');
  }

  private writeItems(text: JsonText, item: OutputPlan, values: readonly unknown[], path: Path | undefined): void {
    text.write('[');
    for (let index = 0; index < values.length; index += 1) {
      if (index > 0) text.write(',');
      const step = item.kind === 'leaf' ? undefined : { prev: path, key: index, typename: undefined };
      this.fill(text, item, values[index], step);
    }
    text.write(']');
  }

  private infoOf(
    { key, parentType }: FieldPlan,
    { field, nodes }: FieldCall,
    prev: Path | undefined,
  ): GraphQLResolveInfo {
    const { schema, event } = this.input;
    const { operation, fragments } = this.plan.parsed ?? refuse();
    return {
      ...{ fieldName: field.name, fieldNodes: nodes, returnType: field.type, parentType },
      path: { prev, key, typename: parentType.name },
      ...{ schema, fragments, rootValue: event, operation },
      variableValues: this.variableValues,
    };
  }
}

/** Leaves need no path, because errors in them are left to graphql-js. */
function stepTo({ output, key, parentType }: FieldPlan, prev: Path | undefined): Path | undefined {
  return output.kind === 'leaf' ? undefined : { prev, key, typename: parentType.name };
}

function textOf({ type, isPlain }: LeafPlan, value: unknown): string {
  if (isOdd(value)) refuse();
  const serialized: unknown = type.serialize(value);
  if (typeof serialized === 'string') return isPlain ? `"${serialized}"` : quote(serialized);
  if (typeof serialized === 'boolean' || Number.isFinite(serialized)) return String(serialized);
  return refuse();
}

function refuse(): never {
  throw new UnusualError();
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && typeof value['then'] === 'function';
}

/** Whether graphql-js would treat the value as an error, or call it. */
function isOdd(value: unknown): boolean {
  return typeof value === 'function' || value instanceof Error;
}
