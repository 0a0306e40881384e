import { graphql, type ResultOf } from '../../api/graphql.js';

export const ORDER = graphql(`
  query Order($id: ID!) {
    order(id: $id) {
      id
      externalId
      status
      amount
      currency
      method
      purpose
      problem
      paymentLink
      providerOrderId
      providerStatus
      maskedCardNumber
      cardBrand
      maskedCustomer {
        email
        phone
        customerId
      }
      commission
      received
      createdAt
      paidAt
      providerDetails {
        name
        value
      }
      account {
        id
        name
      }
      retryOf {
        id
        externalId
      }
      h2hSession {
        timeline {
          cursor
          to
          cause
          occurredAt
        }
      }
      timeline {
        cursor
        to
        cause
        occurredAt
      }
    }
  }
`);

export type Order = NonNullable<ResultOf<typeof ORDER>['order']>;

export type CardStatus = ReturnType<typeof graphql.scalar<'H2hStatus'>>;

export const ORDER_CHANGED = graphql(`
  subscription OrderChanged($orderId: ID!, $after: String) {
    orderChanged(ids: [$orderId], after: $after) {
      cursor
    }
  }
`);

export const REFRESH_ORDER = graphql(`
  mutation RefreshOrder($input: RefreshOrderInput!) {
    refreshOrder(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const CLOSE_ORDER = graphql(`
  mutation CloseOrder($input: CloseUnconfirmedOrderInput!) {
    closeUnconfirmedOrder(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const RETRY_ORDER = graphql(`
  mutation RetryOrder($input: RetryOrderInput!) {
    retryOrder(input: $input) {
      order {
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
