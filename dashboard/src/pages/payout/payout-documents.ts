import { graphql, type ResultOf } from '../../api/graphql.js';
import { CHANGE_REQUEST } from '../changes/changes-documents.js';

const LINKED_PAYOUT = graphql(`
  fragment LinkedPayout on Payout @_unmask {
    id
    externalId
    status
    amount
    currency
    createdAt
  }
`);

export type LinkedPayout = ResultOf<typeof LINKED_PAYOUT>;

export const PAYOUT = graphql(
  `
    query Payout($id: ID!) {
      payout(id: $id) {
        id
        status
        statusMessage
        problem
        amount
        currency
        destination
        paymentType
        externalId
        idempotencyKey
        providerPayoutId
        note
        reference
        declineReason
        contentHash
        createdAt
        createdBy {
          id
          name
          keyPrefix
        }
        completedAt
        providerDetails {
          name
          value
        }
        account {
          id
          name
        }
        approvalReason
        approvalsNeeded
        approvals {
          approvedAt
          approvedBy {
            id
            name
            keyPrefix
          }
          voidedAt
          voidedAs
        }
        recipient {
          name
          requisites
          bankName
          userId
          userEmail
          userPhone
          purgedAt
          problem
        }
        timeline {
          cursor
          from
          to
          cause
          occurredAt
        }
        attempts {
          id
          number
          state
          reason
          httpStatus
          claimedAt
          outcomeAt
          providerPayoutId
        }
        evidence {
          kind
          occurredAt
          reference
          providerPayoutId
          actor {
            id
            name
            keyPrefix
          }
        }
        possibleDuplicates {
          id
          amount
          currency
          status
          createdAt
          isSameAmount
          isSameRecipient
        }
        changes {
          changedAt
          changedBy {
            id
            name
            keyPrefix
          }
          facts {
            name
            before
            after
          }
        }
        blockedBy {
          limit
        }
        repeatOf {
          ...LinkedPayout
        }
        repeats {
          ...LinkedPayout
        }
        waitingFor {
          kind
          message
          since
        }
        changeRequest {
          ...ShownChangeRequest
        }
        actions {
          kind
          isAllowed
          refusal {
            code
            message
          }
          availableAt
        }
      }
    }
  `,
  [CHANGE_REQUEST, LINKED_PAYOUT],
);

export type Payout = NonNullable<ResultOf<typeof PAYOUT>['payout']>;

export const PAYOUT_CHANGED = graphql(`
  subscription PayoutChanged($payoutId: ID!, $after: String) {
    payoutChanged(ids: [$payoutId], after: $after) {
      cursor
    }
  }
`);

export const CHANGE_PAYOUT = graphql(`
  mutation ChangePayout($input: ChangePayoutInput!) {
    changePayout(input: $input) {
      payout {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const REPEAT_PAYOUT = graphql(`
  mutation RepeatPayout($input: RepeatPayoutInput!) {
    repeatPayout(input: $input) {
      payout {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const APPROVE_PAYOUT = graphql(`
  mutation ApprovePayout($input: ApprovePayoutInput!) {
    approvePayout(input: $input) {
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
  }
`);

export const DECLINE_PAYOUT = graphql(`
  mutation DeclinePayout($input: DeclinePayoutInput!) {
    declinePayout(input: $input) {
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
  }
`);

export const WITHDRAW_PAYOUT = graphql(`
  mutation WithdrawPayout($input: WithdrawPayoutInput!) {
    withdrawPayout(input: $input) {
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
  }
`);

export const SETTLE_PAYOUT = graphql(`
  mutation SettlePayout($input: SettlePayoutInput!) {
    settlePayout(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const REFRESH_PAYOUT = graphql(`
  mutation RefreshPayout($input: RefreshPayoutInput!) {
    refreshPayout(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const REVEAL_RECIPIENT = graphql(`
  mutation RevealRecipient($input: RevealPayoutRecipientInput!) {
    revealPayoutRecipient(input: $input) {
      recipient {
        name
        requisites
        bankName
        userId
        userEmail
        userPhone
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);
