import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.js';

export const TERMINALS = graphql(`
  query TerminalsForOrders {
    accounts {
      id
      name
      terminalProfile {
        methods {
          method
          requiredFields
        }
      }
    }
  }
`);

export type Terminal = ResultOf<typeof TERMINALS>['accounts'][number];

export const CREATE_ORDER = graphql(`
  mutation CreateOrder($input: CreateOrderInput!) {
    createOrder(input: $input) {
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

export type OrderInput = VariablesOf<typeof CREATE_ORDER>['input'];
