import { graphql, type ResultOf } from '../../api/graphql.js';

const BALANCE = graphql(`
  fragment ShownBalance on Balance @_unmask {
    account {
      id
      name
    }
    currency
    available
    reserved
    received
    funded
    paidOut
    openedAt
    asOf
  }
`);

export const BALANCES = graphql(
  `
    query Balances {
      balances {
        ...ShownBalance
      }
    }
  `,
  [BALANCE],
);

export type Balance = ResultOf<typeof BALANCES>['balances'][number];

export const FUND_BALANCE = graphql(`
  mutation FundBalance($input: FundBalanceInput!) {
    fundBalance(input: $input) {
      balance {
        currency
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const COMPARE_BALANCE = graphql(`
  mutation CompareBalance($input: CompareBalanceInput!) {
    compareBalance(input: $input) {
      comparison {
        difference
        isEqual
        discrepancyId
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export type Comparison = NonNullable<ResultOf<typeof COMPARE_BALANCE>['compareBalance']['comparison']>;

const LEDGER_ROW = graphql(`
  fragment LedgerRow on LedgerEntry @_unmask {
    id
    kind
    amount
    currency
    from
    to
    subjectType
    subjectId
    reference
    actor {
      name
      keyPrefix
    }
    occurredAt
  }
`);

export type LedgerRow = ResultOf<typeof LEDGER_ROW>;

export const LEDGER = graphql(
  `
    query Ledger($filter: LedgerEntryFilter, $after: String) {
      ledgerEntries(first: 50, filter: $filter, after: $after) {
        nodes {
          ...LedgerRow
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [LEDGER_ROW],
);

export const BALANCE_SERIES = graphql(`
  query BalanceSeries($input: SeriesInput!, $accountId: ID!, $currency: CurrencyCode!) {
    balanceComparisons(accountId: $accountId, currency: $currency, first: 20) {
      nodes {
        id
        comparedAt
        comparedBy {
          name
          keyPrefix
        }
        available
        providerFigure
        difference
        note
      }
    }
    balanceSeries(input: $input) {
      at
      available
      reserved
    }
  }
`);

export type PastComparison = ResultOf<typeof BALANCE_SERIES>['balanceComparisons']['nodes'][number];
