import type { graphql } from '../../api/graphql.js';
import type { Tone } from '../../design/status.js';

export type WebhookState = ReturnType<typeof graphql.scalar<'WebhookState'>>;

export const WEBHOOK_TONES = {
  RECEIVED: 'moving',
  PROCESSED: 'good',
  IGNORED: 'done',
  FAILED: 'bad',
} as const satisfies Readonly<Record<WebhookState, Tone>>;

export const WEBHOOK_STATES = Object.keys(WEBHOOK_TONES) as WebhookState[];
