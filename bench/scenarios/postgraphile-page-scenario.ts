import { isDeepStrictEqual } from 'node:util';
import { askOnce } from '../load/request-plan.js';
import { graphqlPage, pageOf } from './orders-page-scenario.js';
import type { ThroughputScenario } from './throughput-scenario.js';

const BODY = JSON.stringify({
  query: `{ orders: allOrders(first: 50, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) ${pageOf('id: rowId')} }`,
});

interface Page {
  readonly edges: readonly { readonly node: Readonly<Record<string, unknown>> }[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

/** The page of orders by Purser, and by PostGraphile in place of the bare server. */
export const postgraphilePage: ThroughputScenario = {
  title: 'page of 50 orders',
  target: 1.2,
  contest: ({ purser, bare: postgraphile, operatorKey }) => ({
    purser: graphqlPage(purser, operatorKey),
    bare: { ...graphqlPage(postgraphile, operatorKey), nextBody: () => BODY },
  }),
  proveSameWork: async (_stage, contest) => {
    const ours = comparable(await askOnce(contest.purser));
    const theirs = comparable(await askOnce(contest.bare));
    if (!isDeepStrictEqual(ours, theirs)) throw new Error('Purser and PostGraphile answer different pages of orders.');
  },
};

/** Removes the cursors and normalises times and amounts. */
function comparable(answer: string): unknown {
  const { edges, pageInfo } = (JSON.parse(answer) as { readonly data: { readonly orders: Page } }).data.orders;
  const millisecond = (time: unknown): number => Date.parse(String(time));
  const nodes = edges.map(({ node }) => ({
    ...node,
    createdAt: millisecond(node['createdAt']),
    updatedAt: millisecond(node['updatedAt']),
    amount: Number(node['amount']),
  }));
  return { nodes, hasNextPage: pageInfo.hasNextPage };
}
