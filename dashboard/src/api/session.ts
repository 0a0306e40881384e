/** Browsers send the cookie by themselves; this header says that one of these pages asks. */
export const SESSION_HEADER = { 'x-purser-session': '1' } as const;

const SESSION_URL = '/dashboard/session';

export type SignInOutcome =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'failed' };

/** Whether somebody is signed in. */
export async function isSignedIn(): Promise<boolean> {
  const response = await fetch(SESSION_URL, { headers: SESSION_HEADER }).catch(() => null);
  // Unknown: the page says itself that Purser is not there, and shows nothing that needs a session.
  if (!response) return true;
  if (!response.ok) return false;
  const { session } = (await response.json()) as { readonly session: unknown };
  return session !== null;
}

/** Trades an API key for a session, whose cookie no script can read. */
export async function signIn(apiKey: string): Promise<SignInOutcome> {
  const response = await fetch(SESSION_URL, {
    method: 'POST',
    headers: { ...SESSION_HEADER, 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey }),
  }).catch(() => null);
  if (response?.ok) return { kind: 'signed-in' };
  if (response?.status === 429) {
    return { kind: 'limited', retryAfterSeconds: Number(response.headers.get('retry-after') ?? 60) };
  }
  return { kind: response?.status === 401 || response?.status === 400 ? 'refused' : 'failed' };
}

export async function signOut(): Promise<void> {
  await fetch(SESSION_URL, { method: 'DELETE', headers: SESSION_HEADER });
}
