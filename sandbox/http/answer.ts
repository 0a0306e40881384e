/** An HTTP answer, a dropped connection, or a request that hangs until the client gives up. */
export type Answer = HttpAnswer | { readonly kind: 'drop' } | { readonly kind: 'hang' };

export interface HttpAnswer {
  readonly kind: 'http';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** An iterable body is streamed, so huge ones are never held in memory. */
  readonly body: string | Iterable<string>;
  readonly delayMs: number;
}

export function jsonAnswer({ status, body }: { status: number; body: unknown }): HttpAnswer {
  return httpAnswer({ status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) });
}

/**
 * Builds a refusal. The provider's error format is undocumented: `message` and `field` are this sandbox's assumption.
 */
export function refusalAnswer({
  status,
  message,
  field = null,
}: {
  status: number;
  message: string;
  field?: string | null;
}): HttpAnswer {
  return jsonAnswer({ status, body: { message, field } });
}

export function redirectAnswer({ status, location }: { status: number; location: string }): HttpAnswer {
  return { kind: 'http', status, headers: { location }, body: '', delayMs: 0 };
}

export function httpAnswer({
  status,
  contentType,
  body,
  headers = {},
}: {
  status: number;
  contentType: string;
  body: string | Iterable<string>;
  headers?: Readonly<Record<string, string>>;
}): HttpAnswer {
  return { kind: 'http', status, headers: { 'content-type': contentType, ...headers }, body, delayMs: 0 };
}
