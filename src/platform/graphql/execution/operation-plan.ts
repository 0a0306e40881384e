import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeNameMetaFieldDef,
  visit,
  BREAK,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import type { Caller, GraphqlContext } from '../request-context.js';
import { isPlainScalar } from '../scalars/string-scalar.js';
import type { FieldAccess } from './field-access.js';
import { rawResolverOf, type Resolver } from './raw-resolver.js';

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

export interface FieldPlan {
  readonly key: string;
  readonly name: string;
  /** The key as JSON, with a leading comma unless it is the first key. */
  readonly label: string;
  readonly parentType: GraphQLObjectType;
  /** Null if the value is a property of the object. */
  readonly resolve: Resolver | null;
  /** What `resolve` needs to build its arguments; null if it uses only the object. */
  readonly call: FieldCall | null;
  readonly output: OutputPlan;
}

export interface FieldCall {
  readonly field: GraphQLField<unknown, GraphqlContext>;
  readonly nodes: readonly FieldNode[];
}

export interface LeafPlan {
  readonly kind: 'leaf';
  readonly type: GraphQLLeafType;
  /** Whether JSON need not escape any value of this type. */
  readonly isPlain: boolean;
}

export type OutputPlan = { readonly isNullable: boolean } & (
  | LeafPlan
  | { readonly kind: 'list'; readonly item: OutputPlan }
  | { readonly kind: 'object'; readonly fields: readonly FieldPlan[] }
  | AbstractPlan
);

/** A field whose type is an interface or a union. */
export interface AbstractPlan {
  readonly kind: 'abstract';
  /** Returns the name of a value's object type. */
  readonly typeOf: (value: unknown, context: GraphqlContext) => unknown;
  /** Keyed by the names of the object types. */
  readonly byType: ReadonlyMap<string, readonly FieldPlan[]>;
}

/** How to execute a query or the events of a subscription. Computed once per document. */
export interface OperationPlan {
  readonly roots: readonly FieldPlan[];
  /** Null if no field has a `call`: the plans of subscriptions are kept in memory, and parsed documents are large. */
  readonly parsed: { readonly operation: OperationDefinitionNode; readonly fragments: Fragments } | null;
  /** To see the whole response, a caller needs at least one scope from each list. */
  readonly scopes: readonly (readonly string[])[];
}

/** The document uses something that plans do not support. */
class NotPlannableError extends Error {
  override readonly name = 'NotPlannableError';
}

/**
 * Plans a valid document. Returns null for documents that graphql-js must execute: mutations, and documents with
 * directives or introspection.
 */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): OperationPlan | null {
  const operation = getOperationAST(document, operationName);
  if (!operation || operation.operation === OperationTypeNode.MUTATION || hasDirectives(document)) return null;
  try {
    return new Planner(schema, document).plan(operation);
  } catch (error) {
    if (error instanceof NotPlannableError) return null;
    throw error;
  }
}

/**
 * Whether the caller may run the plan. False for callers bound to accounts, because every row must be checked for them.
 */
export function maySee({ accountIds, scopes }: Caller, plan: OperationPlan): boolean {
  return accountIds.length === 0 && plan.scopes.every((anyOf) => anyOf.some((scope) => scopes.has(scope)));
}

class Planner {
  readonly #fragments: Fragments;
  readonly #scopes = new Map<string, readonly string[]>();
  #hasCalls = false;

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
  ) {
    const definitions = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = Object.fromEntries(definitions.map((node) => [node.name.value, node]));
  }

  plan(operation: OperationDefinitionNode): OperationPlan {
    const type = this.schema.getRootType(operation.operation);
    if (!type) throw new NotPlannableError();
    const selected = collectFields(this.schema, this.#fragments, {}, type, operation.selectionSet);
    // The root fields of queries are guarded by Nest's resolvers. The root field of a subscription only formats an
    // event.
    const isQuery = operation.operation === OperationTypeNode.QUERY;
    const roots = this.fieldsOf(type, selected, (field) => (isQuery ? field.resolve : rawResolverOf(field)));
    const parsed = this.#hasCalls ? { operation, fragments: this.#fragments } : null;
    return { roots, parsed, scopes: [...this.#scopes.values()] };
  }

  private fieldsOf(
    parentType: GraphQLObjectType,
    selected: ReadonlyMap<string, readonly FieldNode[]>,
    resolverOf: (field: GraphQLField<unknown, GraphqlContext>) => Resolver | undefined,
  ): FieldPlan[] {
    const fields: Readonly<Record<string, GraphQLField<unknown, GraphqlContext>>> = parentType.getFields();
    return [...selected].map(([key, nodes], index) => {
      const name = nodes[0]?.name.value ?? '';
      const isTypename = name === TypeNameMetaFieldDef.name;
      const field = isTypename ? TypeNameMetaFieldDef : fields[name];
      // The field is `__schema` or `__type`, which the type itself does not have.
      if (!field) throw new NotPlannableError();
      const resolve = isTypename ? (_source: unknown) => parentType.name : (resolverOf(field) ?? null);
      // `length` is 1 for a function that uses only the object, but also 0 for one with rest parameters, which may need
      // everything.
      const call = resolve === null || resolve.length === 1 ? null : { field, nodes };
      this.#hasCalls ||= call !== null;
      return {
        ...{ key, name, parentType, resolve, call },
        label: `${index === 0 ? '' : ','}${JSON.stringify(key)}:`,
        output: this.outputOf(field.type, nodes),
      };
    });
  }

  private outputOf(type: GraphQLOutputType, nodes: readonly FieldNode[], isNullable = true): OutputPlan {
    if (isNonNullType(type)) return this.outputOf(type.ofType, nodes, false);
    if (isListType(type)) return { kind: 'list', isNullable, item: this.outputOf(type.ofType, nodes) };
    if (isLeafType(type)) return { kind: 'leaf', isNullable, type, isPlain: isEnumType(type) || isPlainScalar(type) };
    if (isObjectType(type)) return { kind: 'object', isNullable, fields: this.subfieldsOf(type, nodes) };
    const { resolveType } = type;
    if (!resolveType) throw new NotPlannableError();
    const possible = this.schema.getPossibleTypes(type);
    return {
      ...{ kind: 'abstract', isNullable },
      // Our resolvers of types only use the value. Others may throw without `info`, in which case graphql-js repeats
      // the query.
      typeOf: (value, context) => resolveType(value, context, undefined as never, type),
      byType: new Map(possible.map((one) => [one.name, this.subfieldsOf(one, nodes)])),
    };
  }

  private subfieldsOf(type: GraphQLObjectType, nodes: readonly FieldNode[]): FieldPlan[] {
    if (type.isTypeOf || isIntrospectionType(type)) throw new NotPlannableError();
    const selected = collectSubfields(this.schema, this.#fragments, {}, type, nodes);
    return this.fieldsOf(type, selected, (field) => this.resolverOf(field));
  }

  private resolverOf(field: GraphQLField<unknown, GraphqlContext>): Resolver | undefined {
    const access = field.extensions['access'] as FieldAccess | undefined;
    if (access?.kind === 'closed') throw new NotPlannableError();
    if (access?.kind === 'scopes') this.#scopes.set(access.anyOf.join(' '), access.anyOf);
    return rawResolverOf(field);
  }
}

function hasDirectives(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Directive: () => {
      isFound = true;
      return BREAK;
    },
  });
  return isFound;
}
