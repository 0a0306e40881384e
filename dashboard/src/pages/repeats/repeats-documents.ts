import { graphql, type ResultOf } from '../../api/graphql.js';

/** The latest payouts that ended unpaid. A hundred are as many as a person looks through. */
export const ENDED_PAYOUTS = graphql(`
  query EndedPayouts($filter: PayoutFilter) {
    payouts(first: 100, filter: $filter) {
      nodes {
        id
        externalId
        status
        statusMessage
        declineReason
        problem
        amount
        currency
        recipient {
          requisites
        }
        actions {
          kind
          isAllowed
        }
      }
    }
  }
`);

export type EndedPayout = ResultOf<typeof ENDED_PAYOUTS>['payouts']['nodes'][number];

export const REPEAT_PAYOUTS = graphql(`
  mutation RepeatPayouts($input: RepeatPayoutsInput!) {
    repeatPayouts(input: $input) {
      results {
        payoutId
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
