import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { PROVIDER_API_TOKEN } from '../stage/purser-settings.js';

// The same number of read connections as Purser keeps to the provider.
const SOCKETS = 64;

const HEADERS = {
  'x-api-token': PROVIDER_API_TOKEN,
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'purser',
};

/**
 * Polls verifications with the least possible work: sends the same requests as Purser over the same number of
 * connections, without claims, checks, leases or writes.
 * @returns polls per second
 * @throws Error if an answer differs from that of the bench's provider
 */
export async function pollBare(providerUrl: string, ids: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const left = [...ids];
  const pollOn = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await poll(agent, providerUrl, id);
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: SOCKETS }, pollOn));
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return ids.length / seconds;
}

async function poll(agent: Agent, providerUrl: string, id: string): Promise<void> {
  const body = await new Promise<string>((resolve, reject) => {
    request(`${providerUrl}/v1/orders/${id}/h2h/status`, { agent, headers: HEADERS }, (response) => {
      text(response).then(resolve, reject);
    })
      .on('error', reject)
      .end();
  });
  const { status } = JSON.parse(body) as { readonly status?: unknown };
  if (status !== 'PROCESSING') throw new Error(`The provider answered a poll with ${body.slice(0, 500)}`);
}
