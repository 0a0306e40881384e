import { graphql } from '../../api/graphql.js';

export const RELATED_LEDGER = graphql(`
  query RelatedLedger($type: LedgerSubject!, $id: ID!) {
    ledgerEntries(first: 50, filter: { subjectId: $id, subjectType: $type }) {
      nodes {
        id
        kind
        amount
        currency
        occurredAt
      }
    }
  }
`);

export const RELATED_WEBHOOKS = graphql(`
  query RelatedWebhooks($id: ID!) {
    webhookEvents(first: 50, filter: { subjectId: $id }) {
      nodes {
        id
        state
        deliveries
        lastReceivedAt
      }
    }
  }
`);

export const RELATED_AUDIT = graphql(`
  query RelatedAudit($type: String!, $id: ID!) {
    auditEntries(first: 50, filter: { subjectId: $id, subjectType: $type }) {
      nodes {
        id
        action
        occurredAt
        actor {
          name
          keyPrefix
        }
      }
    }
  }
`);
