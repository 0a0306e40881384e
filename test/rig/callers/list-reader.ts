import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../plans/seeded-random.js';
import type { PurserSubject } from '../subjects/purser-subject.js';

/** The lists to read. */
export const LISTS = ['orders', 'payouts'] as const;
export type ListName = (typeof LISTS)[number];

/** A row as a page showed it. */
export interface SeenRow {
  readonly list: ListName;
  readonly id: string;
  readonly status: string;
  readonly amount: string;
}

interface Page {
  readonly edges: readonly { readonly node: Omit<SeenRow, 'list'> & { readonly createdAt: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

// Different documents, so that several plans are in use: with and without totals, and through a fragment.
const DOCUMENTS: readonly ((list: ListName) => string)[] = [
  (list) => `query ($first: Int!, $after: String) { page: ${list}(first: $first, after: $after) {
    edges { cursor node { id status amount createdAt } } pageInfo { hasNextPage endCursor } } }`,
  (list) => `query Named($first: Int!, $after: String) { page: ${list}(first: $first, after: $after) {
    totalCount edges { node { createdAt amount status id account { id name } } } pageInfo { endCursor hasNextPage } } }`,
  (list) => `query ($first: Int!, $after: String) { page: ${list}(first: $first, after: $after) { ...Rows } }
    fragment Rows on ${list === 'orders' ? 'Order' : 'Payout'}Connection {
      pageInfo { hasNextPage endCursor } edges { node { status id currency amount createdAt } } }`,
];

const PAGE_SIZES = [7, 50, 100];

// Enough to notice changes on later pages. People look at the newest rows most.
const PAGES_IN_A_ROW = 4;

// As busy as a few dashboards.
const PAUSE_MS = { from: 50, to: 250 };

// Refusals that say to try again: the database was away, or restarting.
const PASSING = /"code":"(DATABASE_UNAVAILABLE|DATABASE_BUSY|READ_TIMED_OUT|RATE_LIMITED)"/;

/** Reads lists again and again, and remembers what they showed. */
export class ListReader {
  /** Each distinct row, by its text. */
  readonly seen = new Map<string, SeenRow>();
  readonly violations: string[] = [];
  pages = 0;
  /** Number of answers that said to try again. */
  refused = 0;
  #isOn = true;
  #ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly subject: PurserSubject,
    private readonly replicaUrls: readonly string[],
    private readonly random: SeededRandom,
  ) {}

  begin(): void {
    this.#ended = this.read();
  }

  async end(): Promise<void> {
    this.#isOn = false;
    await this.#ended;
  }

  /** Reads all pages of a list, to compare them with the table. Call it when nothing changes any more. */
  async readAll(list: ListName): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let after: string | null = null; ;) {
      const page: Page = await this.ask(list, { first: 100, after });
      ids.push(...page.edges.map(({ node }) => node.id));
      if (!page.pageInfo.hasNextPage) return ids;
      after = page.pageInfo.endCursor;
    }
  }

  private async read(): Promise<void> {
    while (this.#isOn) {
      try {
        await this.readSome(this.random.pick(LISTS));
      } catch (error) {
        const text = String(error);
        if (PASSING.test(text) || !text.includes('No data')) this.refused += 1;
        else this.violations.push(text);
      }
      await delay(this.random.integer(PAUSE_MS));
    }
  }

  private async readSome(list: ListName): Promise<void> {
    const first = this.random.pick(PAGE_SIZES);
    const ids = new Set<string>();
    let after: string | null = null;
    let last = '9999';
    for (let count = 0; count < PAGES_IN_A_ROW; count += 1) {
      const { edges, pageInfo } = await this.ask(list, { first, after });
      if (edges.length > first) this.violations.push(`${list}: ${edges.length} rows on a page of ${first}`);
      for (const { node } of edges) {
        const { id, status, amount, createdAt } = node;
        if (ids.has(id)) this.violations.push(`${list}: ${id} twice on consecutive pages`);
        if (createdAt > last) this.violations.push(`${list}: ${id} after an older row`);
        ids.add(id);
        last = createdAt;
        this.seen.set(`${list} ${id} ${status} ${amount}`, { list, id, status, amount });
      }
      if (!pageInfo.hasNextPage) return;
      after = pageInfo.endCursor;
    }
  }

  private async ask(list: ListName, variables: { first: number; after: string | null }): Promise<Page> {
    const query = this.random.pick(DOCUMENTS)(list);
    const { page } = await this.subject.send<{ page: Page }>(this.random.pick(this.replicaUrls), 'operator', {
      query,
      variables,
    });
    this.pages += 1;
    return page;
  }
}
