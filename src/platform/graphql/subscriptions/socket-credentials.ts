import type { Credentials } from '../request-context.js';

/** Tells a refused client where to put its key. A close reason has room for 123 bytes. */
export const HOW_TO_SEND_A_KEY = 'Send connectionParams { Authorization: "Bearer <key>" }';

interface Opening {
  /** From the upgrade request of a client that is not a browser. */
  readonly authorization: string | undefined;
  readonly sessionSecret: string | undefined;
}

/**
 * Finds a socket's credentials where clients usually send them: in `connectionParams`, in `headers` within them, or in
 * the upgrade request's header. Header names are case-insensitive.
 */
export function credentialsOf(
  connectionParams: Readonly<Record<string, unknown>> | undefined,
  { authorization, sessionSecret }: Opening,
): Credentials {
  const params = connectionParams ?? {};
  const given = [authorizationIn(params), authorizationIn(params['headers']), authorization].find(
    (value) => value !== undefined,
  );
  // A value that is no text is no credential, but still takes precedence over the cookie.
  return { authorization: given === undefined || typeof given === 'string' ? given : '', sessionSecret };
}

function authorizationIn(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return undefined;
  return Object.entries(fields).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
}
