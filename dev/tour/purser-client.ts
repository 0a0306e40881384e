import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { z } from 'zod';

const answerSchema = z.object({
  // Absent if the document itself is invalid.
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

export interface PurserAddress {
  readonly graphqlUrl: string;
  readonly subscriptionUrl: string;
  /** Null for a person without a key, who can redeem one. */
  readonly apiKey: string | null;
}

/** Calls Purser's API like an internal service. */
export class PurserClient {
  constructor(private readonly address: PurserAddress) {}

  /**
   * Runs a query or mutation and checks the shape of its data.
   * @throws Error with the server's messages if it answers with errors
   */
  async request<T>(document: string, variables: object, shape: z.ZodType<T>): Promise<T> {
    const response = await fetch(this.address.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...this.credential() },
      body: JSON.stringify({ query: document, variables }),
    });
    const { data, errors } = answerSchema.parse(await response.json());
    if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('; '));
    return shape.parse(data);
  }

  /** Follows a subscription until `close` is called. A failure or an unexpected end goes to `onFailure`. */
  subscribe<T>(
    document: string,
    variables: Record<string, unknown>,
    shape: z.ZodType<T>,
    listeners: { onEvent: (event: T) => void; onFailure: (error: Error) => void },
  ): { close(): void } {
    const client = createClient({
      url: this.address.subscriptionUrl,
      webSocketImpl: WebSocket,
      connectionParams: this.credential(),
      retryAttempts: 0,
    });
    let closed = false;
    const unsubscribe = client.subscribe(
      { query: document, variables },
      {
        next: (message) => {
          const parsed = shape.safeParse(message.data);
          if (parsed.success) listeners.onEvent(parsed.data);
          else listeners.onFailure(new Error(`Unexpected event: ${JSON.stringify(message)}`));
        },
        error: (error) => {
          listeners.onFailure(new Error('The subscription failed.', { cause: error }));
        },
        complete: () => {
          if (!closed) listeners.onFailure(new Error('The server ended the subscription.'));
        },
      },
    );
    return {
      close: () => {
        closed = true;
        unsubscribe();
        void client.dispose();
      },
    };
  }

  private credential(): Record<string, string> {
    const { apiKey } = this.address;
    return apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` };
  }
}
