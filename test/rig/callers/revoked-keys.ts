import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { makeKey } from '../../../dev/start/operator-key.js';
import type { Secrets } from '../../../dev/start/generated-secrets.js';
import type { PurserSubject } from '../subjects/purser-subject.js';

const READ = '{ payouts(first: 1) { edges { node { id } } } }';
const WATCH = 'subscription { payoutStatusChanged { cursor } }';
const OWN_KEY = '{ currentApiKey { id } }';
const REVOKE = `mutation ($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) { userErrors { code message } } }`;

// Every replica must refuse a revoked key and close its sockets within 5 s. This allows twice as long for a busy
// machine.
const REFUSED_WITHIN_MS = 10_000;

// Until a database that was restarted answers again, on a busy machine: it took up to 23 s.
const BACK_WITHIN_MS = 60_000;

// Between two looks at a replica that cannot know yet.
const KNOWN_AGAIN_MS = 500;

// Pause between two keys.
const PAUSE_MS = 15_000;

/** Creates keys, uses each for a query and a socket at every replica, revokes it, and checks that it is refused. */
export class RevokedKeys {
  readonly violations: string[] = [];
  /** Counts the replicas that first answered a key, and refused it after it was revoked. */
  refusals = 0;
  #isOn = true;
  #ended: Promise<void> = Promise.resolve();
  readonly #stopped = new AbortController();

  constructor(
    private readonly stage: { readonly subject: PurserSubject; readonly replicaUrls: readonly string[] },
    private readonly secrets: Secrets,
  ) {}

  begin(): void {
    this.#ended = this.work();
  }

  async end(): Promise<void> {
    this.#isOn = false;
    this.#stopped.abort();
    await this.#ended;
  }

  private async work(): Promise<void> {
    while (this.#isOn) {
      // While the database is down, no key can be created or revoked. The next round creates another one.
      await this.takeOne().catch(() => undefined);
      await delay(PAUSE_MS, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    }
  }

  private async takeOne(): Promise<void> {
    const { subject, replicaUrls } = this.stage;
    const [first = ''] = replicaUrls;
    const { BOOTSTRAP_API_KEY: bootstrapKey, APPROVER_API_KEY: approverKey } = this.secrets;
    const key = await makeKey({ graphqlUrl: `${first}/graphql`, bootstrapKey, approverKey }, 'VIEWER');
    const id = await this.idOf(first, key);
    const sockets = replicaUrls.map((url) => watchUntilClosed(url, key));
    const answered = new Set<string>();
    for (const url of replicaUrls) if ((await statusOf(url, key)) === 200) answered.add(url);
    const input = { id, reason: 'It is no longer needed.' };
    await subject.send(first, 'administrator', { query: REVOKE, input });
    await delay(REFUSED_WITHIN_MS);
    for (const url of replicaUrls) {
      const status = await statusOnceKnown(url, key);
      if (status === 200) this.violations.push(`${url} answered the revoked key ${id}`);
      else if (status === 401 && answered.has(url)) this.refusals += 1;
    }
    // Counted anew from here: while the database was away, no replica could see that the key was revoked.
    const until = Date.now() + REFUSED_WITHIN_MS;
    while (sockets.some(({ isOpen }) => isOpen()) && Date.now() < until) await delay(KNOWN_AGAIN_MS);
    for (const { isOpen, close } of sockets) {
      if (isOpen()) this.violations.push(`a socket of the revoked key ${id} is open`);
      close();
    }
  }

  private async idOf(url: string, key: string): Promise<string> {
    const response = await send(url, key, OWN_KEY);
    const { data } = (await response.json()) as { data: { currentApiKey: { id: string } } };
    return data.currentApiKey.id;
  }
}

function send(url: string, key: string, query: string): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query }),
  });
}

/** Asks again while the database is away: such an answer says nothing about the key. */
async function statusOnceKnown(url: string, key: string): Promise<number> {
  const until = Date.now() + BACK_WITHIN_MS;
  for (;;) {
    const status = await statusOf(url, key);
    if (status === 200 || status === 401 || Date.now() > until) return status;
    await delay(KNOWN_AGAIN_MS);
  }
}

async function statusOf(url: string, key: string): Promise<number> {
  const response = await send(url, key, READ);
  await response.arrayBuffer();
  return response.status;
}

/** Subscribes once. The socket may also close for another reason, such as a database that is down. */
function watchUntilClosed(url: string, key: string): { isOpen: () => boolean; close: () => void } {
  let isOpen = true;
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${key}` },
    retryAttempts: 0,
  });
  const end = (): void => {
    isOpen = false;
  };
  client.subscribe({ query: WATCH }, { next: () => undefined, error: end, complete: end });
  return { isOpen: () => isOpen, close: () => void client.dispose() };
}
