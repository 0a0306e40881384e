import { askOnce, type RequestPlan } from '../load/request-plan.js';
import type { Contender } from '../stage/bench-stage.js';
import type { ThroughputScenario } from './throughput-scenario.js';

/** Returns the selection of the page. `id` is the field with the id of an order. */
export function pageOf(id: string): string {
  return `{
    edges {
      cursor
      node { ${id} externalId status amount currency purpose paymentLink createdAt updatedAt isFinal }
    }
    pageInfo { hasNextPage endCursor }
  }`;
}

const BODY = JSON.stringify({ query: `{ orders(first: 50) ${pageOf('id')} }` });

// An answer with errors would begin with them, and an answer with fewer than 50 orders would be shorter than the length
// below.
const BEGINNING = '{"data":{"orders":{"edges":[{"cursor":';
const LEAST_LENGTH = 10_000;

/** A page of 50 orders, as the dashboard and a back office request it. */
export const ordersPage: ThroughputScenario = {
  title: 'page of 50 orders',
  target: 0.6,
  contest: ({ purser, bare, operatorKey }) => ({ purser: graphqlPage(purser, operatorKey), bare: barePage(bare) }),
  proveSameWork: async (_stage, contest) => {
    const ours = await askOnce(contest.purser);
    const theirs = `{"data":{"orders":${await askOnce(contest.bare)}}}`;
    if (ours.trim() !== theirs) throw new Error('Purser and the bare server answer different pages of orders.');
  },
};

export function graphqlPage({ url }: Contender, operatorKey: string): RequestPlan {
  return {
    method: 'POST',
    url: `${url}/graphql`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operatorKey}` },
    nextBody: () => BODY,
    isRight: (body) => body.startsWith(BEGINNING) && body.length > LEAST_LENGTH,
  };
}

function barePage({ url }: Contender): RequestPlan {
  return {
    method: 'GET',
    url: `${url}/list`,
    headers: {},
    nextBody: () => '',
    isRight: (body) => body.startsWith('{"edges":[{"cursor":') && body.length > LEAST_LENGTH,
  };
}
