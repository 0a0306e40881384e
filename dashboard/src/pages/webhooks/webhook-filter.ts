import type { VariablesOf } from '../../api/graphql.js';
import type { FilterField } from '../../design/filter-form.js';
import type { Text } from '../../text/use-text.js';
import { instant, word } from '../list-filter.js';
import { WEBHOOK_STATES, type WebhookState } from './webhook-state.js';
import type { WebhookRow, WEBHOOKS } from './webhooks-documents.js';

const SOURCES = ['ORDERS', 'PAYOUTS', 'UNKNOWN_PAYOUT_TOKEN'] as const satisfies readonly WebhookRow['source'][];

const SIGNATURES = [
  'VALID',
  'INVALID',
  'MISSING',
  'NOT_CONFIGURED',
] as const satisfies readonly WebhookRow['signature'][];

/** URL parameters of the webhooks. Times are instants. */
export interface WebhookSearch {
  readonly status?: WebhookState;
  readonly source?: (typeof SOURCES)[number];
  readonly signature?: (typeof SIGNATURES)[number];
  readonly subject?: string;
  readonly providerObject?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Parses the URL parameters. Sets every key, because the router would keep the raw value of a missing key. */
export function parseWebhookSearch(given: Record<string, unknown>): WebhookSearch {
  return {
    status: WEBHOOK_STATES.find((known) => known === given['status']),
    source: SOURCES.find((known) => known === given['source']),
    signature: SIGNATURES.find((known) => known === given['signature']),
    subject: word(given['subject']),
    providerObject: word(given['providerObject']),
    from: instant(given['from']),
    to: instant(given['to']),
  };
}

export function toWebhookFilter(search: WebhookSearch): NonNullable<VariablesOf<typeof WEBHOOKS>['filter']> {
  const { status, source, signature, subject, providerObject, from, to } = search;
  return {
    ...(status && { states: [status] }),
    ...(source && { sources: [source] }),
    ...(signature && { signatures: [signature] }),
    subjectId: subject ?? null,
    providerObjectId: providerObject ?? null,
    receivedFrom: from ?? null,
    receivedTo: to ?? null,
  };
}

export function webhookFields(text: Text): readonly FilterField[] {
  return [
    {
      name: 'status',
      label: text('list.status'),
      kind: 'choice',
      choices: WEBHOOK_STATES.map((value) => ({ value, word: text(`webhook.state.${value}`) })),
    },
    {
      name: 'source',
      label: text('webhook.source'),
      kind: 'choice',
      choices: SOURCES.map((value) => ({ value, word: text(`webhook.source.${value}`) })),
    },
    {
      name: 'signature',
      label: text('webhook.signature'),
      kind: 'choice',
      choices: SIGNATURES.map((value) => ({ value, word: text(`webhook.signature.${value}`) })),
    },
    { name: 'subject', label: text('webhook.subject'), kind: 'text', placeholder: text('audit.id') },
    { name: 'providerObject', label: text('webhook.providerObject'), kind: 'text', placeholder: text('audit.id') },
    { name: 'from', label: text('filter.from'), kind: 'firstDay' },
    { name: 'to', label: text('filter.to'), kind: 'lastDay' },
  ];
}
