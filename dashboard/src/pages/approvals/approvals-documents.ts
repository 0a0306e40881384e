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
      keyPrefix
    }
    editedBy {
      id
    }
    repeatOf {
      id
    }
    recipient {
      requisites
    }
    actions {
      kind
      isAllowed
      refusal {
        code
        message
      }
    }
  }
`);

export type ApprovalRow = ResultOf<typeof APPROVAL_ROW>;

const APPROVALS = graphql(
  `
    query Approvals($filter: PayoutFilter, $sort: PayoutSort, $after: String) {
      payouts(first: 50, filter: $filter, sort: $sort, after: $after) {
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

/** Number of items that await approval, by kind. */
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

const APPROVAL_CHANGES = graphql(
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

export const APPROVAL_LIST = { read: APPROVALS, changes: APPROVAL_CHANGES };

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
          field
          message
        }
      }
      userErrors {
        code
        field
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
          field
          message
        }
      }
      userErrors {
        code
        field
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
          field
          message
        }
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);
