import { type CursorPosition, encodeCursor, type SortKey } from './cursor.js';
import type { PageInfo } from './page-info.model.js';
import type { PageRequest } from './page-request.js';

/** Counting stops here: "more than 10,000" tells people as much as a higher figure, and costs milliseconds. */
export const MAX_COUNT = 10_000;

export interface Edge<Node> {
  readonly node: Node;
  readonly cursor: string;
}

/** A page of a list. Counted only if the query selects one of the last two fields. */
export interface Connection<Node> {
  readonly edges: readonly Edge<Node>[];
  readonly nodes: readonly Node[];
  readonly pageInfo: Readonly<PageInfo>;
  readonly totalCount: Promise<number>;
  readonly isTotalCountCapped: Promise<boolean>;
}

export interface FetchedPage<Row, Node> {
  readonly page: PageRequest;
  readonly sort: SortKey;
  /** Up to `limit + 1` rows, the nearest to the cursor first. */
  readonly rows: readonly Row[];
  readonly positionOf: (row: Row) => CursorPosition;
  readonly toNode: (row: Row) => Node;
  /** Cursor of the changes' log from before the read; absent if no subscription reports them. */
  readonly liveCursor?: string;
  /** Counts the whole list under the same filter; may stop beyond `MAX_COUNT`. */
  readonly countAll: () => Promise<number>;
}

/** Creates its cursor on demand. */
class RowEdge<Row, Node> implements Edge<Node> {
  readonly node: Node;

  constructor(
    private readonly row: Row,
    private readonly fetched: FetchedPage<Row, Node>,
  ) {
    this.node = fetched.toNode(row);
  }

  get cursor(): string {
    return encodeCursor(this.fetched.positionOf(this.row), this.fetched.sort);
  }
}

/**
 * Converts fetched rows to a connection in the list's own order. The row beyond the limit only shows that there are
 * more in the direction of travel; in the other direction, a given cursor implies at least its own row.
 */
export function toConnection<Row, Node>(fetched: FetchedPage<Row, Node>): Connection<Node> {
  const { page } = fetched;
  const hasBeyond = fetched.rows.length > page.limit;
  const hasBehind = page.cursor !== null;
  const nearestFirst = fetched.rows.slice(0, page.limit);
  const rows = page.direction === 'forward' ? nearestFirst : nearestFirst.reverse();
  const edges = rows.map((row) => new RowEdge(row, fetched));
  let count: Promise<number> | undefined;
  const counted = (): Promise<number> => (count ??= fetched.countAll());
  return {
    edges,
    // Getters, because Nest's resolver of a plain field reads a property and never calls it.
    get nodes() {
      return edges.map(({ node }) => node);
    },
    pageInfo: {
      hasNextPage: page.direction === 'forward' ? hasBeyond : hasBehind,
      hasPreviousPage: page.direction === 'forward' ? hasBehind : hasBeyond,
      get startCursor() {
        return edges.at(0)?.cursor ?? null;
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null;
      },
      liveCursor: fetched.liveCursor ?? null,
    },
    get totalCount() {
      return counted().then((rows) => Math.min(rows, MAX_COUNT));
    },
    get isTotalCountCapped() {
      return counted().then((rows) => rows > MAX_COUNT);
    },
  };
}
