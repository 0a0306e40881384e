import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { z } from 'zod';

export interface PurserAddress {
  readonly graphqlUrl: string;
  readonly subscriptionUrl: string;
  /** Never leaves this side of the shop. */
  readonly apiKey: string;
}

export interface Following {
  readonly document: string;
  readonly variables: Record<string, unknown>;
  /** Told the data of each event; what it throws ends the following. */
  readonly onData: (data: unknown) => void;
}

// Purser waits up to two minutes for the provider, where it is told to; it always answers before this.
const ANSWER_WITHIN_MS = 150_000;

const answerSchema = z.object({ data: z.unknown(), errors: z.array(z.unknown()).optional() });

/** No answer came that can be understood. The request may have been fulfilled all the same. */
export class NoAnswer extends Error {}

/**
 * Purser's API as the shop calls it. The `variables` may hold a card: nothing here keeps it, writes it down or puts it
 * into an error.
 */
export class PurserApi {
  constructor(private readonly address: PurserAddress) {}

  /**
   * Runs a query or mutation.
   * @throws NoAnswer when Purser cannot be reached, refuses the request as such, or answers something else.
   */
  async request<T>(document: string, variables: object, shape: z.ZodType<T>): Promise<T> {
    const { data, errors } = await this.#send(document, variables).catch(() => {
      throw new NoAnswer('Purser could not be asked.');
    });
    const read = shape.safeParse(data);
    if (errors !== undefined || !read.success) throw new NoAnswer('Purser did not answer as expected.');
    return read.data;
  }

  /** Follows subscriptions on one socket until `close` is called. `onEnd` is told once when they end before that. */
  follow(followings: readonly Following[], onEnd: () => void): { close(): void } {
    const client = createClient({
      url: this.address.subscriptionUrl,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${this.address.apiKey}` },
      // The browser comes back by itself, with the place from which to go on.
      retryAttempts: 0,
    });
    let isOver = false;
    const close = (): void => {
      isOver = true;
      void client.dispose();
    };
    const end = (): void => {
      if (isOver) return;
      close();
      onEnd();
    };
    for (const { document, variables, onData } of followings) {
      const next = ({ data }: { readonly data?: unknown }): void => {
        try {
          if (!isOver) onData(data);
        } catch {
          end();
        }
      };
      client.subscribe({ query: document, variables }, { next, error: end, complete: end });
    }
    return { close };
  }

  async #send(document: string, variables: object): Promise<z.infer<typeof answerSchema>> {
    const response = await fetch(this.address.graphqlUrl, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${this.address.apiKey}`,
        // On a kept connection a card could arrive just as the server closes it, and nobody could tell what became of
        // it.
        Connection: 'close',
      },
      body: JSON.stringify({ query: document, variables }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return answerSchema.parse(await response.json());
  }
}
