import { graphql, type ResultOf } from '../../api/graphql.js';

const DISCREPANCY_ROW = graphql(`
  fragment DiscrepancyRow on Discrepancy @_unmask {
    id
    kind
    isOpen
    openedAt
    lastSeenAt
    timesSeen
    payoutId
    providerPayoutId
    ours {
      name
      value
    }
    theirs {
      name
      value
    }
  }
`);

export type DiscrepancyRow = ResultOf<typeof DISCREPANCY_ROW>;

export const DISCREPANCIES = graphql(
  `
    query Discrepancies($filter: DiscrepancyFilter, $after: String) {
      discrepancies(first: 50, filter: $filter, after: $after) {
        nodes {
          ...DiscrepancyRow
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [DISCREPANCY_ROW],
);

export const DISCREPANCY = graphql(
  `
    query Discrepancy($id: ID!) {
      discrepancy(id: $id) {
        ...DiscrepancyRow
        account {
          name
        }
        note
        isThisPayout
        asksWhetherThisPayout
        closedAt
        closedBy {
          name
          keyPrefix
        }
      }
    }
  `,
  [DISCREPANCY_ROW],
);

export type Discrepancy = NonNullable<ResultOf<typeof DISCREPANCY>['discrepancy']>;

/** The details that identify the payout of a discrepancy. */
export const DISPUTED_PAYOUT = graphql(`
  query DisputedPayout($id: ID!) {
    payout(id: $id) {
      amount
      currency
      destination
      externalId
      providerPayoutId
      createdAt
      recipient {
        requisites
      }
    }
  }
`);

export const CLOSE_DISCREPANCY = graphql(`
  mutation CloseDiscrepancy($input: CloseDiscrepancyInput!) {
    closeDiscrepancy(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const CLOSE_LOST_PAYMENT = graphql(`
  mutation CloseLostPayment($input: CloseLostPaymentInput!) {
    closeLostPayment(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);
