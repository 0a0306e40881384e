import type { Answer } from './answer.js';

/** Facts about a request that are recorded with it. Routes set them once they are known. */
export interface Visit {
  merchantId: string | null;
  fault: string | null;
}

export interface JsonBody {
  readonly value: unknown;
  readonly text: string;
}

export interface Call {
  readonly visit: Visit;
  /** Arrival time, before the body was read; the book records the same. */
  readonly receivedAt: string;
  readonly param: (name: string) => string;
  /** Returns a query parameter; undefined unless it occurs exactly once. */
  readonly query: (name: string) => string | undefined;
  readonly header: (name: string) => string | undefined;
  /** Reads the JSON body. Throws `UnreadableBody`, which the server turns into a refusal. */
  readonly readJson: () => Promise<unknown>;
  /** Reads the JSON body and its text, for routes that need numbers as written. */
  readonly readJsonBody: () => Promise<JsonBody>;
}

/** Thrown if the body is missing, too large, not JSON or not declared as JSON. */
export class UnreadableBody extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** In OpenAPI form: `/v1/orders/{orderId}`. */
  readonly path: string;
  /** Whether the book logs its requests. Requests to the control API and the index page are not logged. */
  readonly booked: boolean;
  readonly respond: (call: Call) => Promise<Answer> | Answer;
}
