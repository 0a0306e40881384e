import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { z } from 'zod';

export interface PurserAddress {
  readonly graphqlUrl: string;
  readonly subscriptionUrl: string;
  /** Never sent to the browser. */
  readonly apiKey: string;
}

export interface Following {
  readonly document: string;
  readonly variables: Record<string, unknown>;
  /** Called with the data of each event. An exception ends the subscription. */
  readonly onData: (data: unknown) => void;
}

// Purser can be configured to wait up to two minutes for the provider. It always answers before this.
const ANSWER_WITHIN_MS = 150_000;

const answerSchema = z.object({ data: z.unknown(), errors: z.array(z.unknown()).optional() });

/** Purser sent no valid answer. It may still have carried out the request. */
export class NoAnswer extends Error {}

/**
 * Calls Purser's API. The `variables` may contain a card, so this class never stores or logs them or puts them into an
 * error.
 */
export class PurserApi {
  constructor(private readonly address: PurserAddress) {}

  /**
   * Runs a query or mutation.
   * @throws NoAnswer if Purser cannot be reached, refuses the request, or sends an invalid answer
   */
  async request<T>(document: string, variables: object, shape: z.ZodType<T>): Promise<T> {
    const { data, errors } = await this.#send(document, variables).catch(() => {
      throw new NoAnswer('Purser could not be asked.');
    });
    const read = shape.safeParse(data);
    if (errors !== undefined || !read.success) throw new NoAnswer('Purser did not answer as expected.');
    return read.data;
  }

  /** Follows subscriptions on one socket until `close` is called. Calls `onEnd` once if they end before that. */
  follow(followings: readonly Following[], onEnd: () => void): { close(): void } {
    const client = createClient({
      url: this.address.subscriptionUrl,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${this.address.apiKey}` },
      // The browser reconnects instead, with its position.
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
        // If a kept-alive connection were reused, the server might close it just as a card arrives, with an unknown
        // outcome.
        Connection: 'close',
      },
      body: JSON.stringify({ query: document, variables }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return answerSchema.parse(await response.json());
  }
}
