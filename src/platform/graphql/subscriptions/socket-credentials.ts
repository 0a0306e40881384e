import type { Credentials } from '../request-context.js';

/** Tells a client that was not let in where its key belongs. A close reason has room for 123 bytes. */
export const HOW_TO_SEND_A_KEY = 'Send connectionParams { Authorization: "Bearer <key>" }';

/** The parts of a socket's opening that may hold a credential. */
interface Opening {
  /** The `Authorization` header of the upgrade request of a client that is no browser. */
  readonly authorization: string | undefined;
  /** The secret in the cookie of a page of this origin. */
  readonly sessionSecret: string | undefined;
}

/**
 * The credentials of a socket, from the places where clients usually send them: `connectionParams`, then `headers` within
 * them, then the header of the upgrade request. Names of headers have no case.
 */
export function credentialsOf(
  connectionParams: Readonly<Record<string, unknown>> | undefined,
  { authorization, sessionSecret }: Opening,
): Credentials {
  const params = connectionParams ?? {};
  const given = [authorizationIn(params), authorizationIn(params['headers']), authorization].find(
    (value) => value !== undefined,
  );
  // A value that is no text is no credential. It still takes precedence over the cookie.
  return { authorization: given === undefined || typeof given === 'string' ? given : '', sessionSecret };
}

function authorizationIn(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return undefined;
  return Object.entries(fields).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
}
