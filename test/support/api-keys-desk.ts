import { OpenWork } from '../../src/platform/scheduling/open-work.js';
import { type ActorView, agree, CHANGE_REQUEST, type ChangeRequestView } from './change-requests.js';
import type { GraphqlClient } from './graphql-client.js';
import { APPROVER_API_KEY, startPurser, type TestPurser } from './purser.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { auditEntries, type AuditEntryView } from './audit-log.js';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string | null;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly status: string;
  readonly allowedAddresses: readonly string[];
  readonly createdBy: ActorView | null;
  readonly confirmedBy: ActorView | null;
  readonly lastUsedAt: string | null;
  readonly redeemedAt: string | null;
  readonly rotatedAt: string | null;
  readonly previousSecretUntil: string | null;
  readonly revokeReason: string | null;
}

export interface Change {
  readonly apiKey: ApiKey | null;
  readonly secret?: string | null;
  readonly firstHalf?: string | null;
  readonly changeRequest?: ChangeRequestView | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

export const KEY_FIELDS = `id name prefix roles scopes status allowedAddresses createdBy { id } confirmedBy { id } lastUsedAt redeemedAt rotatedAt previousSecretUntil
  revokeReason`;
export const A_QUERY = '{ accounts { id } }';
const DAY_MS = 86_400_000;

export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

let names = 0;

/** Builds the input for a valid key with a unique name, with overrides. */
export const wanted = (overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  name: `shop ${(names += 1)}`,
  roles: ['OPERATOR'],
  expiresAt: inDays(90),
  ...overrides,
});

export interface Redemption {
  readonly apiKeyId: string | null;
  readonly secret: string | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

export const REDEEM = `mutation ($input: RedeemApiKeyInput!) {
  redeemApiKey(input: $input) { apiKeyId secret userErrors { code field } } }`;

export const GRANTED = { status: 200, code: null, retryAfter: null };
export const REFUSED = { status: 401, code: 'UNAUTHENTICATED', retryAfter: null };

/** The replica that a request is sent to, and the address that it comes from. */
interface Way {
  /** URL of a replica. Defaults to the first one. */
  readonly at?: string;
  readonly from?: string;
}

/** Purser and its keys, as key administrators use them. */
export class KeyDesk {
  private constructor(
    readonly database: TestDatabase,
    readonly purser: TestPurser,
    readonly settings: Readonly<Record<string, string>> & { readonly DATABASE_URL: string },
  ) {}

  static async open(more: Readonly<Record<string, string>> = {}): Promise<KeyDesk> {
    const database = await createTestDatabase();
    const settings = {
      ...more,
      DATABASE_URL: database.url,
      PURSER_ROLES: 'api',
      APPROVER_API_KEY,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    return new KeyDesk(database, await startPurser(settings), settings);
  }

  get admin(): GraphqlClient {
    return this.purser.admin;
  }

  get approver(): GraphqlClient {
    return this.purser.approver;
  }

  async close(): Promise<void> {
    await this.purser.close();
    await this.database.drop();
  }

  async change(api: GraphqlClient, mutation: string, input: unknown): Promise<Change> {
    const name = mutation.replace(/^./, (letter) => letter.toUpperCase());
    const shown: Readonly<Record<string, string>> = {
      createApiKey: `firstHalf changeRequest { ${CHANGE_REQUEST} }`,
      rotateApiKey: 'secret',
    };
    const document = `mutation ($input: ${name}Input!) {
      ${mutation}(input: $input) { apiKey { ${KEY_FIELDS} } ${shown[mutation] ?? ''} userErrors { code field } }
    }`;
    return (await api.request<Record<string, Change>>(document, { input }))[mutation]!;
  }

  async newKey(
    overrides: Readonly<Record<string, unknown>> = {},
  ): Promise<{ readonly id: string; readonly secret: string; readonly api: GraphqlClient }> {
    const { id, firstHalf, secondHalf } = await this.confirmedKey(overrides);
    const { secret } = await this.redeem({ firstHalf, secondHalf });
    return { id, secret: secret!, api: this.purser.as(secret!) };
  }

  /** Creates a key that waits for its holder. */
  async confirmedKey(
    overrides: Readonly<Record<string, unknown>> = {},
  ): Promise<{ readonly id: string; readonly firstHalf: string; readonly secondHalf: string }> {
    const made = await this.change(this.admin, 'createApiKey', wanted(overrides));
    const { apiKey, firstHalf } = made;
    const { secondHalf } = await agree(this.approver, made);
    return { id: apiKey!.id, firstHalf: firstHalf!, secondHalf: secondHalf! };
  }

  /** Sends a request, by default without a credential. */
  async post(
    body: unknown,
    { at = this.purser.url, from, secret }: Way & { readonly secret?: string } = {},
  ): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${at}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  async redeem(
    input: { readonly firstHalf: string; readonly secondHalf: string },
    options: { readonly secret?: string } = {},
  ): Promise<Redemption> {
    const { text } = await this.post({ query: REDEEM, variables: { input } }, options);
    return (JSON.parse(text) as { data: { redeemApiKey: Redemption } }).data.redeemApiKey;
  }

  async listed(id: string): Promise<ApiKey | undefined> {
    const { apiKeys } = await this.admin.request<{ apiKeys: { edges: { node: ApiKey }[] } }>(
      `{ apiKeys(first: 100) { edges { node { ${KEY_FIELDS} } } } }`,
    );
    return apiKeys.edges.map(({ node }) => node).find((node) => node.id === id);
  }

  async ask(
    secret: string,
    { at = this.purser.url, from }: Way = {},
  ): Promise<{ readonly status: number; readonly code: string | null; readonly retryAfter: string | null }> {
    const response = await fetch(`${at}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${secret}`,
        ...(from !== undefined && { 'x-forwarded-for': from }),
      },
      body: JSON.stringify({ query: A_QUERY }),
    });
    const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    return {
      status: response.status,
      code: errors?.[0]?.extensions.code ?? null,
      retryAfter: response.headers.get('retry-after'),
    };
  }

  entries(action: string): Promise<readonly AuditEntryView[]> {
    return auditEntries(this.admin, { action });
  }

  /** Returns the audited refusals of a key by these replicas, once all of them are recorded. */
  async refusalsOf(keyId: string, replicas: readonly TestPurser[] = [this.purser]): Promise<AuditEntryView[]> {
    // Waits until the audit entries are written, as a shutdown does.
    for (const one of replicas) await one.service(OpenWork).beforeApplicationShutdown();
    return (await this.entries('access.refused')).filter((entry) => entry.actor.id === keyId);
  }
}
