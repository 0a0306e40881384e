import type { Credentials } from '../request-context.js';

/** Tells a rejected client where to put its key. A close reason can be at most 123 bytes long. */
export const HOW_TO_SEND_A_KEY = 'Send connectionParams { Authorization: "Bearer <key>" }';

interface Opening {
  /** The header in the upgrade request, unless a browser sent it. */
  readonly authorization: string | undefined;
  readonly sessionSecret: string | undefined;
}

/**
 * Finds a socket's credentials wherever clients usually put them: in `connectionParams`, in `headers` within these, or
 * in the header of the upgrade request. Header names are case-insensitive.
 */
export function credentialsOf(
  connectionParams: Readonly<Record<string, unknown>> | undefined,
  { authorization, sessionSecret }: Opening,
): Credentials {
  const params = connectionParams ?? {};
  const given = [authorizationIn(params), authorizationIn(params['headers']), authorization].find(
    (value) => value !== undefined,
  );
  // A value that is not a string is not a credential, but it still takes precedence over the cookie.
  return { authorization: given === undefined || typeof given === 'string' ? given : '', sessionSecret };
}

function authorizationIn(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return undefined;
  return Object.entries(fields).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
}
