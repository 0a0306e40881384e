import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { BareSettings } from './bare-settings.js';

export class ProviderClient {
  readonly #agent = new Agent({ keepAlive: true });

  constructor(private readonly settings: BareSettings) {}

  async call({ method, path }: { readonly method: string; readonly path: string }, body: string): Promise<unknown> {
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-api-token': this.settings.PROVIDER_API_TOKEN };
      request(`${this.settings.PROVIDER_BASE_URL}${path}`, { method, agent: this.#agent, headers }, (response) => {
        text(response).then(resolve, reject);
      })
        .on('error', reject)
        .end(body);
    });
    return JSON.parse(answer);
  }
}
