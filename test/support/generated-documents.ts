import fc, { type GeneratorValue } from 'fast-check';
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { scalarValue } from './operations.js';

export interface GeneratedDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Deep enough for `orders.edges.node.timeline.actor`. */
const DEPTH = 5;

/** Maximum number of sibling objects in a document. With more, most documents would only be refused for their cost. */
const OBJECTS = 2;

/** Arguments that need a cursor, or contradict `first`. Their values are usually refused. */
const PLACES: ReadonlySet<string> = new Set(['after', 'before', 'last']);

/** Ways to break a document or its variables. */
const BREAKS: readonly ((document: GeneratedDocument, at: number) => GeneratedDocument)[] = [
  ({ query, variables }) => ({ query: query.replace(/\}\s*$/, ''), variables }),
  ({ query, variables }, at) => ({
    query: replaceOne(query, /\b[a-z]\w+(?= [a-z}{])/g, at, (name) => `${name}X`),
    variables,
  }),
  ({ query, variables }, at) => ({ query: replaceOne(query, /: ("[^"]*"|\d+)/g, at, () => ': [[true]]'), variables }),
  ({ query, variables }) => ({ query: query.replace('{', '{ ...Nowhere '), variables }),
  ({ query, variables }, at) => ({ query: replaceOne(query, /\([^()]*\)/g, at, () => ''), variables }),
  ({ query, variables }) => ({ query, variables: mapValues(variables, () => ({ odd: [] })) }),
  ({ query, variables }) => ({ query, variables: mapValues(variables, () => null) }),
];

/** Generates queries against a schema. The same seed gives the same queries. Every fifth one is broken. */
export function generateQueries(
  schema: GraphQLSchema,
  ids: readonly string[],
  options: { readonly seed: number; readonly numRuns: number },
): GeneratedDocument[] {
  const whole = fc.gen().map((pick) => new DocumentWriter(schema, ids, pick).write());
  const broken = fc
    .tuple(whole, fc.constantFrom(...BREAKS), fc.nat())
    .map(([document, breakIt, at]) => breakIt(document, at));
  return fc.sample(fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: broken }), options);
}

/** Generates subscriptions to these root fields, which replay all events from a cursor on. */
export function generateSubscriptions(
  schema: GraphQLSchema,
  {
    ids,
    fields,
    after,
  }: { readonly ids: readonly string[]; readonly fields: readonly string[]; readonly after: string },
  options: { readonly seed: number; readonly numRuns: number },
): GeneratedDocument[] {
  const documents = fc.gen().map((pick) => new DocumentWriter(schema, ids, pick).writeSubscription(fields, after));
  return fc.sample(documents, options);
}

/** Writes one document. `pick` makes all its decisions. */
class DocumentWriter {
  readonly #fragments: string[] = [];
  readonly #declared: string[] = [];
  readonly #variables: Record<string, unknown> = {};
  #aliases = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly ids: readonly string[],
    private readonly pick: GeneratorValue,
  ) {}

  write(): GeneratedDocument {
    const fields = Object.values(this.schema.getQueryType()!.getFields());
    const chosen = this.some(fields, 2).map((field) => this.fieldOf(field, DEPTH));
    return this.documentOf('query', chosen.join(' '));
  }

  writeSubscription(fields: readonly string[], after: string): GeneratedDocument {
    const field = this.schema.getSubscriptionType()!.getFields()[this.one(fields)]!;
    let argument = JSON.stringify(after);
    if (this.isOneIn(2)) {
      argument = '$after';
      this.#declared.push('$after: String');
      this.#variables['after'] = after;
    }
    const selection = this.selectionOf(getNamedType(field.type) as GraphQLObjectType, DEPTH - 1);
    return this.documentOf('subscription', `${field.name}(after: ${argument}) ${selection}`);
  }

  private documentOf(kind: string, roots: string): GeneratedDocument {
    const declared = this.#declared.length > 0 ? `(${this.#declared.join(', ')})` : '';
    return {
      query: `${kind} Generated${declared} { ${roots} } ${this.#fragments.join(' ')}`,
      variables: this.#variables,
    };
  }

  private fieldOf(field: GraphQLField<unknown, unknown>, depth: number): string {
    const given = field.args
      .filter((arg) => isRequiredArgument(arg) || this.isOneIn(PLACES.has(arg.name) ? 30 : 3))
      .map((arg) => `${arg.name}: ${this.argumentOf(arg)}`);
    const args = given.length > 0 ? `(${given.join(', ')})` : '';
    // A field selected again with other arguments needs another alias.
    const alias = args !== '' || this.isOneIn(8) ? `a${(this.#aliases += 1)}: ` : '';
    const directive = this.isOneIn(40) ? ` @include(if: ${this.pick(fc.boolean)})` : '';
    const type = getNamedType(field.type);
    const selection = isObjectType(type) ? ` ${this.selectionOf(type, depth - 1)}` : '';
    return `${alias}${field.name}${args}${directive}${selection}`;
  }

  private selectionOf(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields());
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
    const objects = depth > 0 ? fields.filter((field) => isObjectType(getNamedType(field.type))) : [];
    const parts = [
      ...(leaves.length > 0 ? this.some(leaves, 6) : []).map((field) => this.fieldOf(field, depth)),
      ...(objects.length > 0 ? this.some(objects, OBJECTS) : []).map((field) => this.fieldOf(field, depth)),
      ...(this.isOneIn(10) ? ['__typename'] : []),
    ];
    const selection = `{ ${parts.length > 0 ? parts.join(' ') : '__typename'} }`;
    if (this.isOneIn(10)) return `{ ... on ${type.name} ${selection} }`;
    if (!this.isOneIn(10)) return selection;
    const name = `Part${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${type.name} ${selection}`);
    return `{ ...${name} }`;
  }

  private argumentOf({ name, type }: GraphQLArgument): string {
    const value = name === 'first' || name === 'last' ? this.pick(fc.integer, { min: 1, max: 4 }) : this.valueOf(type);
    if (!this.isOneIn(3)) return this.literalOf(type, value);
    const variable = `v${this.#declared.length}`;
    this.#declared.push(`$${variable}: ${String(type)}`);
    this.#variables[variable] = value;
    return `$${variable}`;
  }

  private valueOf(type: GraphQLInputType): unknown {
    if (isNonNullType(type)) return this.valueOf(type.ofType);
    if (this.isOneIn(12)) return null;
    if (isListType(type)) return Array.from({ length: this.pick(fc.nat, { max: 2 }) }, () => this.valueOf(type.ofType));
    if (isEnumType(type)) return this.one(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isRequiredInputField(field) || this.isOneIn(4));
      return Object.fromEntries(fields.map((field) => [field.name, this.valueOf(field.type)]));
    }
    return ['ID', 'String'].includes(type.name) ? this.one(this.ids) : scalarValue(type.name);
  }

  private literalOf(type: GraphQLInputType, value: unknown): string {
    if (isNonNullType(type)) return this.literalOf(type.ofType, value);
    if (value === null) return 'null';
    if (isListType(type))
      return `[${(value as unknown[]).map((item) => this.literalOf(type.ofType, item)).join(', ')}]`;
    if (isEnumType(type)) return value as string;
    if (!isInputObjectType(type)) return JSON.stringify(value);
    const entries = Object.entries(value as object).map(
      ([key, item]) => `${key}: ${this.literalOf(type.getFields()[key]!.type, item)}`,
    );
    return `{ ${entries.join(', ')} }`;
  }

  private one<Item>(items: readonly Item[]): Item {
    return this.pick(() => fc.constantFrom(...items));
  }

  private some<Item>(items: readonly Item[], atMost: number): Item[] {
    return this.pick(() => fc.subarray([...items], { minLength: 1, maxLength: Math.min(atMost, items.length) }));
  }

  private isOneIn(times: number): boolean {
    return this.pick(evenly, times - 1) === 0;
  }
}

/** Draws without fast-check's bias towards small numbers, which would break most documents here. */
function evenly(max: number): fc.Arbitrary<number> {
  return fc.noBias(fc.nat({ max }));
}

function replaceOne(text: string, pattern: RegExp, at: number, by: (found: string) => string): string {
  const found = [...text.matchAll(pattern)];
  const match = found[at % Math.max(1, found.length)];
  if (!match) return text;
  return text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length);
}

function mapValues(values: Readonly<Record<string, unknown>>, by: () => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.keys(values).map((key) => [key, by()]));
}
