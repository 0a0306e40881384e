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
    query ChangeRequests {
      changeRequests {
        ...ShownChangeRequest
      }
    }
  `,
  [CHANGE_REQUEST],
);

export const CONFIRM_CHANGE = graphql(`
  mutation ConfirmChange($input: ConfirmChangeRequestInput!) {
    confirmChangeRequest(input: $input) {
      changeRequest {
        id
        status
      }
      secondHalf
      userErrors {
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
        message
      }
    }
  }
`);
