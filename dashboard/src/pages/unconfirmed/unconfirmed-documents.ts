import { graphql, type ResultOf } from '../../api/graphql.js';

const UNCONFIRMED_ROW = graphql(`
  fragment UnconfirmedRow on Payout @_unmask {
    id
    status
    amount
    currency
    destination
    externalId
    createdAt
    recipient {
      requisites
    }
    attempts {
      number
      state
      outcomeAt
      deadlineAt
    }
    changeRequest {
      proposedAt
      proposedBy {
        name
        keyPrefix
      }
    }
  }
`);

export type UnconfirmedRow = ResultOf<typeof UNCONFIRMED_ROW>;

const UNCONFIRMED = graphql(
  `
    query Unconfirmed($filter: PayoutFilter, $sort: PayoutSort, $after: String) {
      payouts(first: 50, filter: $filter, sort: $sort, after: $after) {
        nodes {
          ...UnconfirmedRow
        }
        pageInfo {
          endCursor
          hasNextPage
          liveCursor
        }
      }
    }
  `,
  [UNCONFIRMED_ROW],
);

const UNCONFIRMED_CHANGES = graphql(
  `
    subscription UnconfirmedChanges($after: String) {
      payoutChanged(after: $after) {
        cursor
        payout {
          ...UnconfirmedRow
        }
      }
    }
  `,
  [UNCONFIRMED_ROW],
);

export const UNCONFIRMED_LIST = { read: UNCONFIRMED, changes: UNCONFIRMED_CHANGES };
