import type { Type } from '@nestjs/common';
import { Field, Int, ObjectType } from '@nestjs/graphql';
import { type Connection, type Edge, MAX_COUNT } from './connection.js';
import { PageInfo } from './page-info.model.js';

/**
 * Creates the types `<name>Connection` and `<name>Edge`. Call this once per model, because type names must be unique.
 * @param node the `@ObjectType` of the items
 * @param name in the singular, such as `Order`
 */
export function createConnectionType<Node extends object>(node: Type<Node>, name: string): Type<Connection<Node>> {
  @ObjectType(`${name}Edge`, { description: `One ${name} on a page, with its cursor.` })
  class EdgeType implements Edge<Node> {
    @Field(() => node, { description: `The ${name} itself.` })
    readonly node: Node;

    @Field(() => String, { description: 'Opaque cursor: pass it as `after` or `before` to continue from this item.' })
    readonly cursor: string;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name} objects.` })
  class ConnectionType implements Connection<Node> {
    @Field(() => [EdgeType], { description: 'The items on this page, in list order.' })
    readonly edges: readonly Edge<Node>[];

    @Field(() => [node], { description: 'The items on this page without their cursors, in list order.' })
    readonly nodes: readonly Node[];

    @Field(() => PageInfo, { description: 'Where this page starts and ends.' })
    readonly pageInfo: Readonly<PageInfo>;

    @Field(() => Int, {
      description: `Number of items in the whole list, at most ${MAX_COUNT}. Purser counts them only if this field is selected.`,
    })
    readonly totalCount: Promise<number>;

    @Field(() => Boolean, {
      description: `Whether the list has more items than \`totalCount\` says, because counting stops at ${MAX_COUNT}.`,
    })
    readonly isTotalCountCapped: Promise<boolean>;
  }

  return ConnectionType;
}
