import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Desk } from '../support/desk.js';
import { linesFile } from '../support/files.js';
import { TEST_SETTINGS } from '../support/purser.js';

export interface EventView {
  readonly id: string;
  readonly state: string;
  readonly signature: string | null;
  readonly deliveries: number;
  readonly account: { readonly id: string } | null;
  readonly replays: number;
  readonly replayedAt: string | null;
  readonly bodyPurgedAt: string | null;
  readonly bodySha256: string;
  readonly nextTryAt: string | null;
}

export interface ReplayPayload {
  readonly event: EventView | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

export interface HealthView {
  readonly source: string;
  readonly account: { readonly id: string } | null;
  readonly destination: string | null;
  readonly endsByWebhook: number;
  readonly endsByPoll: number;
  readonly medianDelaySeconds: string | null;
  readonly lastWebhookAt: string | null;
}

const EVENT = 'id state signature deliveries account { id } replays replayedAt bodyPurgedAt bodySha256 nextTryAt';
export const EVENT_LIST = `query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter, first: 100) {
  edges { node { ${EVENT} } } totalCount } }`;
export const REPLAY = `mutation ($input: ReplayWebhookEventInput!) { replayWebhookEvent(input: $input) {
  event { ${EVENT} } userErrors { code message field } } }`;
export const REPLAY_RANGE = `mutation ($input: ReplayWebhookEventsInput!) { replayWebhookEvents(input: $input) {
  replayed purged userErrors { code message field } } }`;
export const HEALTH = `query ($days: Int! = 7) { webhookHealth(days: $days) { source account { id } destination endsByWebhook
  endsByPoll endsOtherwise webhookPercent medianDelaySeconds p95DelaySeconds lastWebhookAt givenUp } }`;

interface Learned {
  readonly exitCode: number | null;
  readonly out: string;
}

const LEARN = join(__dirname, '..', '..', 'dist', 'commands', 'webhook-learn.cjs');

/** Runs `npm run webhook:learn` on the desk's database, or on a file with these lines. */
export function learn({ database }: Desk, lines: readonly object[] | null): Promise<Learned> {
  const child = spawn(process.execPath, [LEARN, ...(lines === null ? [] : ['--file', linesFile(lines)])], {
    env: { ...TEST_SETTINGS, DATABASE_URL: database.url },
    stdio: 'pipe',
  });
  let out = '';
  const collect = (chunk: Buffer): void => {
    out += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve) =>
    child.once('close', (exitCode) => {
      resolve({ exitCode, out });
    }),
  );
}
