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
  visit,
  BREAK,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import type { GraphqlContext } from '../request-context.js';
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
  /** What `resolve` needs besides the object; null for nothing. */
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
);

/** How to execute a query, computed once per document. */
export interface OperationPlan {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly roots: readonly FieldPlan[];
  /** A caller with one scope of each list may see the whole response. */
  readonly scopes: readonly (readonly string[])[];
}

/** The document uses something that plans do not support. */
class NotPlannableError extends Error {
  override readonly name = 'NotPlannableError';
}

/**
 * Plans a valid document. Null leaves it to graphql-js: mutations, subscriptions, and queries with directives,
 * introspection, interfaces or unions.
 */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): OperationPlan | null {
  const operation = getOperationAST(document, operationName);
  const query = schema.getQueryType();
  if (!query || operation?.operation !== OperationTypeNode.QUERY || hasDirectives(document)) return null;
  try {
    return new Planner(schema, document).plan(operation, query);
  } catch (error) {
    if (error instanceof NotPlannableError) return null;
    throw error;
  }
}

class Planner {
  readonly #fragments: Fragments;
  readonly #scopes = new Map<string, readonly string[]>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
  ) {
    const definitions = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = Object.fromEntries(definitions.map((node) => [node.name.value, node]));
  }

  plan(operation: OperationDefinitionNode, query: GraphQLObjectType): OperationPlan {
    const selected = collectFields(this.schema, this.#fragments, {}, query, operation.selectionSet);
    // Nest's resolvers guard the root fields.
    const roots = this.fieldsOf(query, selected, ({ resolve }) => resolve);
    return { operation, fragments: this.#fragments, roots, scopes: [...this.#scopes.values()] };
  }

  private fieldsOf(
    parentType: GraphQLObjectType,
    selected: ReadonlyMap<string, readonly FieldNode[]>,
    resolverOf: (field: GraphQLField<unknown, GraphqlContext>) => Resolver | undefined,
  ): FieldPlan[] {
    const fields = parentType.getFields() as Readonly<Record<string, GraphQLField<unknown, GraphqlContext>>>;
    return [...selected].map(([key, nodes], index) => {
      const name = nodes[0]?.name.value ?? '';
      const field = fields[name];
      // `__typename` and `__schema`.
      if (!field) throw new NotPlannableError();
      const resolve = resolverOf(field) ?? null;
      return {
        ...{ key, name, parentType, resolve },
        label: `${index === 0 ? '' : ','}${JSON.stringify(key)}:`,
        // A function with rest parameters may need them all.
        call: resolve === null || resolve.length === 1 ? null : { field, nodes },
        output: this.outputOf(field.type, nodes),
      };
    });
  }

  private outputOf(type: GraphQLOutputType, nodes: readonly FieldNode[], isNullable = true): OutputPlan {
    if (isNonNullType(type)) return this.outputOf(type.ofType, nodes, false);
    if (isListType(type)) return { kind: 'list', isNullable, item: this.outputOf(type.ofType, nodes) };
    if (isLeafType(type)) return { kind: 'leaf', isNullable, type, isPlain: isEnumType(type) || isPlainScalar(type) };
    if (!isObjectType(type) || type.isTypeOf || isIntrospectionType(type)) throw new NotPlannableError();
    const selected = collectSubfields(this.schema, this.#fragments, {}, type, nodes);
    return { kind: 'object', isNullable, fields: this.fieldsOf(type, selected, (field) => this.resolverOf(field)) };
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
