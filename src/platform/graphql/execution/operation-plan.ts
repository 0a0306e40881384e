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
  /** The key as JSON, after a comma unless it is the first. */
  readonly label: string;
  readonly parentType: GraphQLObjectType;
  /** Null for a property of the object. */
  readonly resolve: Resolver | null;
  /** The arguments' source for `resolve`; null if it uses only the object. */
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
  /** Whether JSON escapes none of its texts. */
  readonly isPlain: boolean;
}

export type OutputPlan = { readonly isNullable: boolean } & (
  | LeafPlan
  | { readonly kind: 'list'; readonly item: OutputPlan }
  | { readonly kind: 'object'; readonly fields: readonly FieldPlan[] }
  | AbstractPlan
);

/** An interface or a union. */
export interface AbstractPlan {
  readonly kind: 'abstract';
  /** Returns the name of a value's type. */
  readonly typeOf: (value: unknown, context: GraphqlContext) => unknown;
  /** Keyed by the names of the types. */
  readonly byType: ReadonlyMap<string, readonly FieldPlan[]>;
}

/** How to execute a query, or a subscription's events, computed once per document. */
export interface OperationPlan {
  readonly roots: readonly FieldPlan[];
  /** Null if no field has a `call`: plans of subscriptions are kept, and documents are large. */
  readonly parsed: { readonly operation: OperationDefinitionNode; readonly fragments: Fragments } | null;
  /** A caller with one scope of each list may see the whole response. */
  readonly scopes: readonly (readonly string[])[];
}

/** The document uses something that plans do not support. */
class NotPlannableError extends Error {
  override readonly name = 'NotPlannableError';
}

/**
 * Plans a valid document. Null leaves it to graphql-js: mutations, and documents with directives or introspection.
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

/** Returns false for callers bound to accounts, because every row is checked for them. */
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
    // Nest's resolvers guard the root fields of queries. A subscription's root field only formats an event.
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
      // `__schema` and `__type`.
      if (!field) throw new NotPlannableError();
      const resolve = isTypename ? (_source: unknown) => parentType.name : (resolverOf(field) ?? null);
      // A function with rest parameters may need them all.
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
      // Ours look at the value alone. Without `info`, another one throws, and graphql-js repeats the query.
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
