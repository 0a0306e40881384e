/** Browsers send the cookie automatically; this header proves that the request comes from one of these pages. */
export const SESSION_HEADER = { 'x-purser-session': '1' } as const;

const SESSION_URL = '/dashboard/session';

export type SignInOutcome =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'refused' }
  /** The browser did not store the cookie. */
  | { readonly kind: 'not-kept' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'failed' };

interface SessionAnswer {
  readonly session: unknown;
  readonly hasIdentityProvider?: boolean;
}

async function askForSession(): Promise<SessionAnswer | null> {
  const response = await fetch(SESSION_URL, { headers: SESSION_HEADER }).catch(() => null);
  return response && ((await response.json().catch(() => null)) as SessionAnswer | null);
}

/**
 * Whether the user is signed in. Returns true if Purser is unreachable as well: the page then reports that, and shows
 * nothing that needs a session.
 */
export async function isSignedIn(): Promise<boolean> {
  const answer = await askForSession();
  return answer === null || Boolean(answer.session);
}

/** Whether people can also sign in at an identity provider. */
export async function hasIdentityProvider(): Promise<boolean> {
  const answer = await askForSession();
  return answer?.hasIdentityProvider === true;
}

/** Exchanges an API key for a session, whose cookie no script can read. */
export async function signIn(apiKey: string): Promise<SignInOutcome> {
  const outcome = await sendKey('POST', apiKey);
  return outcome.kind === 'signed-in' && !(await isSignedIn()) ? { kind: 'not-kept' } : outcome;
}

/** Presents the session's API key again. */
export function presentKey(apiKey: string): Promise<SignInOutcome> {
  return sendKey('PUT', apiKey);
}

/** Statuses with which Purser rejects a key that is malformed, invalid or not the session's. */
const REFUSED: Readonly<Record<'POST' | 'PUT', readonly number[]>> = { POST: [400, 401], PUT: [400, 403] };

async function sendKey(method: 'POST' | 'PUT', apiKey: string): Promise<SignInOutcome> {
  const response = await fetch(SESSION_URL, {
    method,
    headers: { ...SESSION_HEADER, 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey }),
  }).catch(() => null);
  if (response?.ok) return { kind: 'signed-in' };
  if (response?.status === 429) {
    return { kind: 'limited', retryAfterSeconds: Number(response.headers.get('retry-after') ?? 60) };
  }
  return { kind: response && REFUSED[method].includes(response.status) ? 'refused' : 'failed' };
}

export async function signOut(): Promise<void> {
  await fetch(SESSION_URL, { method: 'DELETE', headers: SESSION_HEADER });
}

/** Ends every session of the current user. Returns whether it succeeded. */
export async function signOutEverywhere(): Promise<boolean> {
  const options = { method: 'DELETE', headers: SESSION_HEADER };
  const response = await fetch(`${SESSION_URL}/everywhere`, options).catch(() => null);
  return response?.ok === true;
}
