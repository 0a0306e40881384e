import { graphql, type ResultOf } from '../../api/graphql.js';

export const RULES = graphql(`
  query Rules {
    payoutGate {
      isOpen
      reason
      restoredAt
      lostPayments
      changedAt
      changedBy {
        name
        keyPrefix
      }
    }
    payoutPolicies {
      account {
        id
        name
      }
      currency
      fromAmount
      approvers
      confirmedBy {
        name
        keyPrefix
      }
      setAt
    }
    payoutLimits {
      kind
      account {
        id
        name
      }
      currency
      value
      confirmedBy {
        name
        keyPrefix
      }
      setAt
    }
  }
`);

type Rules = ResultOf<typeof RULES>;
export type Gate = Rules['payoutGate'];
export type Policy = Rules['payoutPolicies'][number];
export type Limit = Rules['payoutLimits'][number];

export const TERMINALS = graphql(`
  query Terminals {
    accounts {
      id
      name
      terminalProfile {
        hostedPageNeedsEmail
        walletVariant
        methods {
          method
          word
          lacksWord
          requiredFields
        }
      }
    }
  }
`);

export type Terminal = ResultOf<typeof TERMINALS>['accounts'][number];

export const SET_GATE = graphql(`
  mutation SetGate($input: SetPayoutGateInput!) {
    setPayoutGate(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const SET_POLICY = graphql(`
  mutation SetPolicy($input: SetPayoutPolicyInput!) {
    setPayoutPolicy(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const SET_LIMIT = graphql(`
  mutation SetLimit($input: SetPayoutLimitInput!) {
    setPayoutLimit(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const UPDATE_TERMINAL = graphql(`
  mutation UpdateTerminal($input: UpdateTerminalProfileInput!) {
    updateTerminalProfile(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);
