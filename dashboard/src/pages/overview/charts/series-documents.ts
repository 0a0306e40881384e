import { graphql, type ResultOf } from '../../../api/graphql.js';

export const SERIES = graphql(`
  query OverviewSeries($input: SeriesInput!, $orders: Boolean!, $payouts: Boolean!, $webhooks: Boolean!) {
    orderSeries(input: $input) @include(if: $orders) {
      start
      currency
      method
      created
      paid
      ended
      paidAmount
    }
    payoutSeries(input: $input, byDestination: false) @include(if: $payouts) {
      start
      currency
      status
      count
      medianSecondsToFinal
      p95SecondsToFinal
    }
    webhookSeries(input: $input, byDestination: false) @include(if: $webhooks) {
      start
      source
      endsByWebhook
      endsByPoll
      endsOtherwise
      p95DelaySeconds
    }
  }
`);

type Series = ResultOf<typeof SERIES>;

export type OrderPoint = NonNullable<Series['orderSeries']>[number];
export type PayoutPoint = NonNullable<Series['payoutSeries']>[number];
export type WebhookPoint = NonNullable<Series['webhookSeries']>[number];
