import { graphql } from '../../api/graphql.js';

export const OVERVIEW = graphql(`
  query Overview {
    waiting: payouts(first: 1, filter: { sets: [AWAITING_APPROVAL] }) {
      pageInfo {
        liveCursor
      }
      totalCount
      isTotalCountCapped
    }
    unconfirmed: payouts(first: 1, filter: { sets: [UNCONFIRMED] }) {
      totalCount
      isTotalCountCapped
    }
    overdue: payouts(first: 1, filter: { sets: [OVERDUE] }) {
      totalCount
      isTotalCountCapped
    }
    limited: payouts(first: 1, filter: { sets: [LIMITED] }) {
      totalCount
      isTotalCountCapped
    }
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
  }
`);

export const PROVIDER_COUNTS = graphql(`
  query ProviderCounts($discrepancies: Boolean!, $webhooks: Boolean!) {
    discrepancies(first: 1, filter: { isOpen: true }) @include(if: $discrepancies) {
      totalCount
      isTotalCountCapped
    }
    webhookEvents(first: 1, filter: { states: [FAILED] }) @include(if: $webhooks) {
      totalCount
      isTotalCountCapped
    }
  }
`);
