/** The request that is sent repeatedly to one contender. */
export interface RequestPlan {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the body of the next request; an empty text if it has no body. */
  readonly nextBody: () => string;
  /** Whether the body of a 2xx answer says that the work was done. */
  readonly isRight: (body: string) => boolean;
}

/**
 * Sends one request of a plan and returns the body of its answer.
 * @throws Error if the answer is wrong
 */
export async function askOnce({ method, url, headers, nextBody, isRight }: RequestPlan): Promise<string> {
  const body = nextBody();
  const response = await fetch(url, { method, headers, ...(body !== '' && { body }) });
  const text = await response.text();
  if (!response.ok || !isRight(text)) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
  return text;
}
