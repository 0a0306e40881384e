import { graphql, type ResultOf } from '../../api/graphql.js';

export const CHANGE_REQUEST = graphql(`
  fragment ShownChangeRequest on ChangeRequest @_unmask {
    id
    kind
    status
    subject
    reason
    contentHash
    content {
      name
      value
    }
    proposedAt
    proposedBy {
      id
      name
      keyPrefix
    }
    expiresAt
  }
`);

export type ShownChangeRequest = ResultOf<typeof CHANGE_REQUEST>;

export const CHANGE_REQUESTS = graphql(
  `
    query ChangeRequests($kinds: [ChangeKind!], $subject: String) {
      changeRequests(kinds: $kinds, subject: $subject) {
        ...ShownChangeRequest
      }
    }
  `,
  [CHANGE_REQUEST],
);

/** The rules in force, for comparison with a proposed one. */
export const CURRENT_RULES = graphql(`
  query CurrentRules {
    payoutPolicies {
      account {
        id
      }
      currency
      fromAmount
      approvers
    }
    payoutLimits {
      kind
      account {
        id
      }
      currency
      value
    }
  }
`);

export type CurrentRules = ResultOf<typeof CURRENT_RULES>;

/** The details of a payout that the second person checks. */
export const CHANGED_PAYOUT = graphql(`
  query ChangedPayout($id: ID!) {
    payout(id: $id) {
      amount
      currency
      destination
      externalId
      recipient {
        requisites
      }
    }
  }
`);

/** The details of an order that the second person checks. */
export const CHANGED_ORDER = graphql(`
  query ChangedOrder($id: ID!) {
    order(id: $id) {
      amount
      currency
      createdAt
    }
  }
`);

export const CONFIRM_CHANGE = graphql(`
  mutation ConfirmChange($input: ConfirmChangeRequestInput!) {
    confirmChangeRequest(input: $input) {
      changeRequest {
        id
        status
      }
      secondHalf
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const DECLINE_CHANGE = graphql(`
  mutation DeclineChange($input: DeclineChangeRequestInput!) {
    declineChangeRequest(input: $input) {
      changeRequest {
        id
        status
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);
