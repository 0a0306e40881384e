import { graphql, type ResultOf } from '../../api/graphql.js';
import { FACET } from '../list-counts.js';

export const PAYOUT_ROW = graphql(`
  fragment PayoutRow on Payout @_unmask {
    id
    status
    amount
    currency
    destination
    externalId
    createdAt
    updatedAt
    approvals {
      voidedAt
    }
    approvalsNeeded
    approvalReason
    blockedBy {
      limit
    }
    waitingFor {
      kind
    }
    recipient {
      requisites
    }
  }
`);

export type PayoutRow = ResultOf<typeof PAYOUT_ROW>;

const PAYOUTS = graphql(
  `
    query Payouts($filter: PayoutFilter, $sort: PayoutSort, $after: String) {
      payouts(first: 50, filter: $filter, sort: $sort, after: $after) {
        nodes {
          ...PayoutRow
        }
        pageInfo {
          endCursor
          hasNextPage
          liveCursor
        }
      }
    }
  `,
  [PAYOUT_ROW],
);

export const PAYOUT_FACETS = graphql(
  `
    query PayoutFacets($filter: PayoutFilter) {
      payoutFacets(filter: $filter) {
        statuses {
          ...ShownFacet
        }
        sets {
          ...ShownFacet
        }
        destinations {
          ...ShownFacet
        }
      }
    }
  `,
  [FACET],
);

export type PayoutFacets = ResultOf<typeof PAYOUT_FACETS>['payoutFacets'];

export const DESTINATION_IDS = graphql(`
  query DestinationIds {
    payoutDestinations {
      id
    }
  }
`);

const PAYOUT_CHANGES = graphql(
  `
    subscription PayoutChanges($after: String) {
      payoutChanged(after: $after) {
        cursor
        payout {
          ...PayoutRow
        }
      }
    }
  `,
  [PAYOUT_ROW],
);

export const PAYOUT_LIST = { read: PAYOUTS, changes: PAYOUT_CHANGES };
