import { graphql, type ResultOf } from '../../api/graphql.js';

export const APPROVAL_ROW = graphql(`
  fragment ApprovalRow on Payout @_unmask {
    id
    status
    amount
    currency
    destination
    externalId
    createdAt
    contentHash
    approvalReason
    approvalsNeeded
    approvals {
      voidedAt
    }
    createdBy {
      id
      name
    }
    editedBy {
      id
    }
    recipient {
      requisites
    }
    actions {
      kind
      isAllowed
      refusal {
        message
      }
    }
  }
`);

export type ApprovalRow = ResultOf<typeof APPROVAL_ROW>;

export const APPROVALS = graphql(
  `
    query Approvals($filter: PayoutFilter, $after: String) {
      payouts(first: 50, filter: $filter, sort: { field: CREATED_AT, direction: ASC }, after: $after) {
        nodes {
          ...ApprovalRow
        }
        pageInfo {
          endCursor
          hasNextPage
          liveCursor
        }
      }
    }
  `,
  [APPROVAL_ROW],
);

/** How much waits, of each kind. */
export const WAITING = graphql(`
  query Waiting {
    payouts(first: 1, filter: { statuses: [AWAITING_APPROVAL] }) {
      pageInfo {
        liveCursor
      }
      totalCount
      isTotalCountCapped
    }
    changeRequests {
      kind
    }
  }
`);

export const APPROVAL_CHANGES = graphql(
  `
    subscription ApprovalChanges($after: String) {
      payoutChanged(after: $after) {
        cursor
        payout {
          ...ApprovalRow
        }
      }
    }
  `,
  [APPROVAL_ROW],
);

export const APPROVE_PAYOUTS = graphql(`
  mutation ApprovePayouts($input: ApprovePayoutsInput!) {
    approvePayouts(input: $input) {
      results {
        payoutId
        payout {
          id
          status
        }
        userErrors {
          code
          message
        }
      }
      userErrors {
        message
      }
    }
  }
`);

export const DECLINE_PAYOUTS = graphql(`
  mutation DeclinePayouts($input: DeclinePayoutsInput!) {
    declinePayouts(input: $input) {
      results {
        payoutId
        payout {
          id
          status
        }
        userErrors {
          code
          message
        }
      }
      userErrors {
        message
      }
    }
  }
`);

export const WITHDRAW_PAYOUTS = graphql(`
  mutation WithdrawPayouts($input: WithdrawPayoutsInput!) {
    withdrawPayouts(input: $input) {
      results {
        payoutId
        payout {
          id
          status
        }
        userErrors {
          code
          message
        }
      }
      userErrors {
        message
      }
    }
  }
`);
