import { ProtocolSocket } from './protocol-socket.js';
import { TEST_SETTINGS } from './settings.js';
import type { TestDatabase } from './test-database.js';

export const OWN_ORIGIN = TEST_SETTINGS.PUBLIC_URL;

/** Headers of a request, as set by a browser or a page. Undefined headers are left out. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** The headers that a browser and Purser's own page send. */
const OWN_PAGE: Headers = {
  origin: OWN_ORIGIN,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
  'x-purser-session': '1',
};

export interface PageAnswer {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly text: string;
  /** When the session ends, according to the answer; null if the answer does not say. */
  readonly endsAt: string | null;
  readonly code: string | null;
}

export interface OwnSession {
  readonly id: string;
  readonly startedAt: string;
  readonly lastUsedAt: string;
  readonly clientAddress: string | null;
  readonly browser: string | null;
  readonly isCurrent: boolean;
}

/** A page of the dashboard in a browser, which keeps its cookie. */
export class DashboardPage {
  /** The cookie as it is sent; null if there is none. */
  cookie: string | null = null;

  /** @param from the client's address */
  constructor(
    private readonly url: string,
    private readonly from: string | null = null,
  ) {}

  static async signedIn(
    url: string,
    apiKey: string,
    from: string | null = null,
    headers: Headers = {},
  ): Promise<DashboardPage> {
    const page = new DashboardPage(url, from);
    const { status, text } = await page.signIn(apiKey, headers);
    if (status !== 201) throw new Error(`It was not signed in: ${status} ${text}`);
    return page;
  }

  /** Returns the same browser at another replica or address. */
  at(url: string, from: string | null = this.from): DashboardPage {
    return Object.assign(new DashboardPage(url, from), { cookie: this.cookie });
  }

  get secret(): string {
    return this.cookie?.split('=')[1] ?? '';
  }

  async signIn(apiKey: unknown, headers: Headers = {}): Promise<PageAnswer> {
    const answer = await this.ask('POST', '/dashboard/session', { body: { apiKey }, headers });
    const [set] = answer.headers.getSetCookie();
    if (set !== undefined) this.cookie = set.split(';')[0]!;
    return answer;
  }

  /** Presents the session's key again. */
  prove(apiKey: unknown, headers: Headers = {}): Promise<PageAnswer> {
    return this.ask('PUT', '/dashboard/session', { body: { apiKey }, headers });
  }

  signOut(headers: Headers = {}): Promise<PageAnswer> {
    return this.ask('DELETE', '/dashboard/session', { headers });
  }

  signOutEverywhere(headers: Headers = {}): Promise<PageAnswer> {
    return this.ask('DELETE', '/dashboard/session/everywhere', { headers });
  }

  /** Returns the sessions of the signed-in caller, newest first. */
  async ownSessions(): Promise<readonly OwnSession[]> {
    const { text } = await this.send('{ ownSessions { id startedAt lastUsedAt clientAddress browser isCurrent } }');
    return (JSON.parse(text) as { data: { ownSessions: OwnSession[] } }).data.ownSessions;
  }

  session(headers: Headers = {}): Promise<PageAnswer> {
    return this.ask('GET', '/dashboard/session', { headers: { origin: undefined, ...headers } });
  }

  send(query: string, headers: Headers = {}, variables: unknown = {}): Promise<PageAnswer> {
    return this.ask('POST', '/graphql', { body: { query, variables }, headers });
  }

  socket(apiKey: string | null = null, headers: Headers = {}): Promise<ProtocolSocket> {
    return ProtocolSocket.open(this.url, apiKey, this.upgradeHeaders(headers));
  }

  upgradeStatus(headers: Headers = {}): Promise<number> {
    return ProtocolSocket.upgradeStatus(this.url, this.upgradeHeaders(headers));
  }

  private upgradeHeaders(headers: Headers): Record<string, string> {
    return this.headers({ origin: OWN_ORIGIN, ...headers });
  }

  private headers(headers: Headers): Record<string, string> {
    const all = { cookie: this.cookie ?? undefined, 'x-forwarded-for': this.from ?? undefined, ...headers };
    return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  private async ask(
    method: string,
    path: string,
    { body, headers = {} }: { readonly body?: unknown; readonly headers?: Headers },
  ): Promise<PageAnswer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: this.headers({ ...OWN_PAGE, ...headers }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = JSON.parse(text) as {
      session?: { endsAt: string } | null;
      errors?: { extensions: { code: string } }[];
    };
    return {
      ...{ status: response.status, headers: response.headers, text },
      endsAt: answer.session?.endsAt ?? null,
      code: answer.errors?.[0]?.extensions.code ?? null,
    };
  }
}

/** Ages the session of a key by the database's clock. */
export async function ageSession(
  { query }: Pick<TestDatabase, 'query'>,
  keyId: string,
  { idle, age = idle }: { readonly idle: string; readonly age?: string },
): Promise<void> {
  await query(
    `UPDATE dashboard_sessions SET used_at = used_at - $2::interval, started_at = started_at - $3::interval
     WHERE key_hash = (SELECT key_hash FROM api_keys WHERE id = $1)`,
    [keyId, idle, age],
  );
}

/** Removes the actor from a session, as if the previous release had begun it. */
export async function forgetActors({ query }: Pick<TestDatabase, 'query'>, actorId: string): Promise<void> {
  await query('UPDATE dashboard_sessions SET actor_id = NULL WHERE actor_id = $1', [actorId]);
}

/** Ages the last proof in an actor's sessions by the database's clock. */
export async function ageProof(
  { query }: Pick<TestDatabase, 'query'>,
  actorId: string,
  by = '15 minutes',
): Promise<void> {
  await query('UPDATE dashboard_sessions SET proven_at = proven_at - $2::interval WHERE actor_id = $1', [actorId, by]);
}
