import type { Answer } from './answer.js';

/** The book's facts about a request that the wire does not show. A route fills them in as it learns them. */
export interface Visit {
  merchantId: string | null;
  fault: string | null;
}

/** A JSON body, parsed and as it was sent. */
export interface JsonBody {
  readonly value: unknown;
  readonly text: string;
}

/** A request, as a route sees it. */
export interface Call {
  readonly visit: Visit;
  /** When it arrived, before its body was read: what the book says too. */
  readonly receivedAt: string;
  /** A parameter of the path, by the name between braces. */
  readonly param: (name: string) => string;
  /** A parameter of the query; undefined unless it is there once. */
  readonly query: (name: string) => string | undefined;
  readonly header: (name: string) => string | undefined;
  /** The JSON body. Raises `UnreadableBody`, which the server turns into a refusal. */
  readonly readJson: () => Promise<unknown>;
  /** The same with the text, for a route that has to see numbers as they were written. */
  readonly readJsonBody: () => Promise<JsonBody>;
}

/** A body that is missing, too large, not JSON or not announced as JSON. */
export class UnreadableBody extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** One method and path the sandbox serves. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Written as in OpenAPI: `/v1/orders/{orderId}`. */
  readonly path: string;
  /** Whether the book logs its requests. Those of the control API and of the index are the observer's own. */
  readonly booked: boolean;
  readonly respond: (call: Call) => Promise<Answer> | Answer;
}
