import { graphql } from '../../api/graphql.js';

export const BIND_PAYOUT = graphql(`
  mutation BindPayout($input: BindUnconfirmedPayoutInput!) {
    bindUnconfirmedPayout(input: $input) {
      userErrors {
        message
      }
    }
  }
`);

export const CLOSE_PAYOUT = graphql(`
  mutation ClosePayout($input: CloseUnconfirmedPayoutInput!) {
    closeUnconfirmedPayout(input: $input) {
      userErrors {
        message
      }
    }
  }
`);
