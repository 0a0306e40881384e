import { graphql, type ResultOf } from '../../api/graphql.js';

const RUN_ROW = graphql(`
  fragment RunRow on ReconciliationRun @_unmask {
    id
    trigger
    requestedBy {
      name
      keyPrefix
    }
    status
    payouts
    checked
    changed
    discrepancies
    errors
    startedAt
  }
`);

export type RunRow = ResultOf<typeof RUN_ROW>;

export const RUNS = graphql(
  `
    query Runs($accountId: ID, $after: String) {
      reconciliationRuns(first: 10, accountId: $accountId, after: $after) {
        nodes {
          ...RunRow
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [RUN_ROW],
);

const STATEMENT_ROW = graphql(`
  fragment StatementRow on StatementImport @_unmask {
    id
    importedAt
    importedBy {
      name
      keyPrefix
    }
    lines
    matching
    differing
    unknown
    lacking
    pending
  }
`);

export type StatementRow = ResultOf<typeof STATEMENT_ROW>;

export const STATEMENTS = graphql(
  `
    query Statements($accountId: ID, $after: String) {
      statementImports(first: 10, accountId: $accountId, after: $after) {
        nodes {
          ...StatementRow
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [STATEMENT_ROW],
);

export const RUN_NOW = graphql(`
  mutation RunReconciliation($input: RunReconciliationInput!) {
    runReconciliation(input: $input) {
      isNew
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const STATEMENT_COLUMNS = graphql(`
  query StatementColumns {
    statementColumns
  }
`);

export const IMPORT_STATEMENT = graphql(`
  mutation ImportStatement($input: ImportStatementInput!) {
    importStatement(input: $input) {
      statement {
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
