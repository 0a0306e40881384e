import { graphql, type ResultOf } from '../../api/graphql.js';

export const BIND_PAYOUT = graphql(`
  mutation BindPayout($input: BindUnconfirmedPayoutInput!) {
    bindUnconfirmedPayout(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const PROBE_PAYOUT = graphql(`
  mutation ProbePayout($input: ProbeProviderPayoutInput!) {
    probeProviderPayout(input: $input) {
      view {
        providerPayoutId
        providerStatus
        amount
        createdAt
        amountVerdict
        recipientVerdict
        timeVerdict
        callbackVerdict
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export type ProviderPayoutView = NonNullable<ResultOf<typeof PROBE_PAYOUT>['probeProviderPayout']['view']>;

export const CLOSE_PAYOUT = graphql(`
  mutation ClosePayout($input: CloseUnconfirmedPayoutInput!) {
    closeUnconfirmedPayout(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);
