import { graphql, type ResultOf } from '../../api/graphql.js';

const AUDIT_ROW = graphql(`
  fragment AuditRow on AuditEntry @_unmask {
    id
    action
    occurredAt
    actor {
      id
      kind
      name
      keyPrefix
    }
    subjectType
    subjectId
    reason
  }
`);

export type AuditRow = ResultOf<typeof AUDIT_ROW>;

export const AUDIT_ENTRIES = graphql(
  `
    query AuditEntries($filter: AuditEntryFilter, $after: String) {
      auditEntries(first: 50, filter: $filter, after: $after) {
        nodes {
          ...AuditRow
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [AUDIT_ROW],
);

export const AUDIT_ENTRY = graphql(
  `
    query AuditEntry($id: ID!) {
      auditEntry(id: $id) {
        ...AuditRow
        operation
        clientAddress
        requestId
        before {
          name
          value
        }
        after {
          name
          value
        }
        seal {
          seq
          hash
        }
      }
    }
  `,
  [AUDIT_ROW],
);

export type ShownEntry = NonNullable<ResultOf<typeof AUDIT_ENTRY>['auditEntry']>;

/** Recomputes the seal on the server. */
export const AUDIT_SEAL_CHECK = graphql(`
  query AuditSealCheck($id: ID!) {
    auditEntry(id: $id) {
      seal {
        isIntact
      }
    }
  }
`);
