import { graphql, type ResultOf } from '../../api/graphql.js';

const WEBHOOK_ROW = graphql(`
  fragment WebhookRow on WebhookEvent @_unmask {
    id
    source
    state
    signature
    deliveries
    subjectId
    firstReceivedAt
    nextTryAt
  }
`);

export type WebhookRow = ResultOf<typeof WEBHOOK_ROW>;

export const WEBHOOKS = graphql(
  `
    query Webhooks($filter: WebhookEventFilter, $after: String) {
      webhookEvents(first: 50, filter: $filter, after: $after) {
        nodes {
          ...WebhookRow
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [WEBHOOK_ROW],
);

export const WEBHOOK = graphql(
  `
    query Webhook($id: ID!) {
      webhookEvent(id: $id) {
        ...WebhookRow
        account {
          name
        }
        bodyBytes
        bodySha256
        bodyPurgedAt
        lastReceivedAt
        note
        processedAt
        providerObjectId
        replays
        replayedAt
      }
    }
  `,
  [WEBHOOK_ROW],
);

export type Webhook = NonNullable<ResultOf<typeof WEBHOOK>['webhookEvent']>;

export const REPLAY_WEBHOOK = graphql(`
  mutation ReplayWebhook($input: ReplayWebhookEventInput!) {
    replayWebhookEvent(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const WEBHOOK_HEALTH = graphql(`
  query WebhookHealth {
    webhookHealth(days: 7) {
      account {
        name
      }
      source
      destination
      webhookPercent
      endsByWebhook
      endsByPoll
      endsOtherwise
      givenUp
      medianDelaySeconds
      p95DelaySeconds
      lastWebhookAt
    }
  }
`);

export type WebhookHealth = ResultOf<typeof WEBHOOK_HEALTH>['webhookHealth'][number];

export const REPLAY_RANGE = graphql(`
  mutation ReplayRange($input: ReplayWebhookEventsInput!) {
    replayWebhookEvents(input: $input) {
      replayed
      purged
      userErrors {
        code
        field
        message
      }
    }
  }
`);
