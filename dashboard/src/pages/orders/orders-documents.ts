import { graphql, type ResultOf } from '../../api/graphql.js';
import { FACET } from '../list-counts.js';

const ORDER_ROW = graphql(`
  fragment OrderRow on Order @_unmask {
    id
    status
    amount
    currency
    method
    externalId
    maskedCustomer {
      email
      phone
      customerId
    }
    createdAt
    paidAt
    problem
  }
`);

export type OrderRow = ResultOf<typeof ORDER_ROW>;

export const ORDERS = graphql(
  `
    query Orders($filter: OrderFilter, $sort: OrderSort, $after: String) {
      orders(first: 50, filter: $filter, sort: $sort, after: $after) {
        nodes {
          ...OrderRow
        }
        pageInfo {
          endCursor
          hasNextPage
          liveCursor
        }
      }
    }
  `,
  [ORDER_ROW],
);

export const ORDER_FACETS = graphql(
  `
    query OrderFacets($filter: OrderFilter) {
      orderFacets(filter: $filter) {
        statuses {
          ...ShownFacet
        }
        methods {
          ...ShownFacet
        }
      }
    }
  `,
  [FACET],
);

export type OrderFacets = ResultOf<typeof ORDER_FACETS>['orderFacets'];

export const ORDER_CHANGES = graphql(
  `
    subscription OrderChanges($after: String) {
      orderChanged(after: $after) {
        cursor
        order {
          ...OrderRow
        }
      }
    }
  `,
  [ORDER_ROW],
);
