import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.js';

export const DESTINATIONS = graphql(`
  query Destinations {
    payoutDestinations {
      id
      title
      description
      notes
      serviceWarning
      notConfigured
      currencies {
        code
        amountRule
      }
      paymentTypes {
        code
        description
      }
      fields {
        name
        label
        rule
        example
        choices
        presence
        onlyForCurrency
        onlyForPaymentType
      }
    }
  }
`);

export type Destination = ResultOf<typeof DESTINATIONS>['payoutDestinations'][number];

export const CREATE_PAYOUT = graphql(`
  mutation CreatePayout($input: CreatePayoutInput!) {
    createPayout(input: $input) {
      payout {
        id
      }
      userErrors {
        code
        field
        message
      }
      warnings {
        message
      }
    }
  }
`);

export const PREVIEW_PAYOUT = graphql(`
  query PreviewPayout($input: PreviewPayoutsInput!) {
    previewPayouts(input: $input) {
      isRepeat
      payout {
        id
      }
      userErrors {
        code
        field
        message
      }
      warnings {
        code
        message
      }
      foreseen {
        amount
        currency
        maskedRequisites
        approvalReason
        approvalsNeeded
        blockedBy {
          limit
        }
        waitingFor {
          kind
        }
        availableBefore
        availableAfter
        possibleDuplicates {
          id
          amount
          currency
          isSameAmount
        }
      }
    }
  }
`);

export type Preview = ResultOf<typeof PREVIEW_PAYOUT>['previewPayouts'][number];
export type Foreseen = NonNullable<Preview['foreseen']>;

export type PayoutInput = VariablesOf<typeof CREATE_PAYOUT>['input'];
export type CreatedPayout = ResultOf<typeof CREATE_PAYOUT>['createPayout'];
