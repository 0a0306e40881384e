import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { BareSettings } from './bare.settings.js';

const createdOrder = z.object({ id: z.string(), status: z.string(), paymentLink: z.string(), currency: z.string() });

export type CreatedOrder = z.infer<typeof createdOrder>;

const createdPayout = z.object({ id: z.string(), status: z.string() });

export type CreatedPayout = z.infer<typeof createdPayout>;

const agent = new Agent({ keepAlive: true });

/** Sends an order to the provider over a kept connection. */
export async function sendOrder(
  settings: BareSettings,
  order: Readonly<Record<string, string>>,
): Promise<CreatedOrder> {
  return createdOrder.parse(await post(settings, '/v1/orders', order));
}

/** Sends a payout to the provider over a kept connection. */
export async function sendPayout(
  settings: BareSettings,
  payout: Readonly<Record<string, unknown>>,
): Promise<CreatedPayout> {
  return createdPayout.parse(await post(settings, '/v1/payouts', payout));
}

async function post(settings: BareSettings, path: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const answer = await new Promise<string>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-api-token': settings.PROVIDER_API_TOKEN };
    request(`${settings.PROVIDER_BASE_URL}${path}`, { method: 'POST', agent, headers }, (response) => {
      text(response).then(resolve, reject);
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });
  return JSON.parse(answer);
}
