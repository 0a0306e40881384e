import { type CursorPosition, encodeCursor, type SortKey } from './cursor.js';
import type { PageInfo } from './page-info.model.js';
import type { PageRequest } from './page-request.js';

/**
 * Counting stops here: "more than 10,000" is as useful to people as a higher figure, and counting up to it takes
 * milliseconds.
 */
export const MAX_COUNT = 10_000;

export interface Edge<Node> {
  readonly node: Node;
  readonly cursor: string;
}

/** A page of a list. Rows are counted only if the query selects one of the last two fields. */
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
  /** Up to `limit + 1` rows, those nearest to the cursor first. */
  readonly rows: readonly Row[];
  readonly positionOf: (row: Row) => CursorPosition;
  readonly toNode: (row: Row) => Node;
  /** Cursor in the log of changes, taken before the read. Absent if no subscription reports changes to these rows. */
  readonly liveCursor?: string;
  /** Counts all rows that match the same filter. May stop beyond `MAX_COUNT`. */
  readonly countAll: () => Promise<number>;
}

/** Creates the row's cursor only if it is selected. */
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
 * Converts fetched rows to a connection in the list's normal order. The extra row beyond the limit only shows that
 * there are more rows in the direction of paging. In the other direction, a given cursor means that there is at least
 * the cursor's row.
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
    // Getters, because Nest's default resolver for a plain field reads the property and never calls it.
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
