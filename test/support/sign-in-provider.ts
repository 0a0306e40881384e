import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Role } from '../../src/access/scopes/scopes.js';

const CLIENT_ID = 'purser-dashboard';
const CLIENT_SECRET = 'client-secret-of-the-tests-42';
const AUDIENCE = 'purser';

/** The person at the browser, and the provider's data about them. */
export interface SignInPerson {
  subject: string;
  roles: readonly Role[];
  /** Lifetime of the person's tokens in seconds. */
  lifetime: number;
  /** Whether the person's tokens can be refreshed. */
  isRefreshed: boolean;
  audience: string;
}

/** An identity provider for sign-in by browser. It checks requests as strictly as a real one. */
export class SignInProvider {
  /** The person who will sign in at the next visit. */
  person: SignInPerson = {
    subject: 'u-1',
    roles: ['viewer'],
    lifetime: 600,
    isRefreshed: true,
    audience: AUDIENCE,
  };
  isAway = false;
  /** Replaces the nonce, as if another person's sign-in were replayed. */
  forgedNonce: string | null = null;
  /** The person named in its access tokens instead of the one who signed in. */
  confusedWith: string | null = null;
  refreshes = 0;
  /** Time of the person's last password entry, in seconds; null for a provider that does not report it. */
  authTime: number | null = null;
  /** The parameters of the last request to sign in. */
  asked = new URLSearchParams();
  /** Every issued secret, which only Purser may see. */
  readonly secrets: string[] = [CLIENT_SECRET];
  #url = '';
  readonly #codes = new Map<string, { challenge: string; nonce: string; redirectUri: string; person: SignInPerson }>();
  readonly #refreshTokens = new Map<string, SignInPerson>();

  private constructor(
    private readonly keys: Awaited<ReturnType<typeof generateKeyPair>>,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async open(): Promise<SignInProvider> {
    const keys = await generateKeyPair('ES256', { extractable: true });
    const server = createServer((request, response) => {
      provider.answer(request, response).catch((error: unknown) => {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: 'invalid_grant', error_description: String(error) }));
      });
    });
    const provider = new SignInProvider(keys, server);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    // To a browser, another site than Purser's.
    provider.#url = `http://localhost:${(server.address() as AddressInfo).port}`;
    return provider;
  }

  get settings(): Readonly<Record<string, string>> {
    return {
      OIDC_ISSUER: this.#url,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_JWKS_URL: `${this.#url}/keys`,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
    };
  }

  /** Removes all people, so that no token can be refreshed. */
  dismissAll(): void {
    this.#refreshTokens.clear();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#url);
    const json = (body: unknown): void =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (this.isAway) response.writeHead(503).end();
    else if (url.pathname === '/keys')
      json({ keys: [{ ...(await exportJWK(this.keys.publicKey)), kid: 'k', alg: 'ES256' }] });
    else if (url.pathname === '/authorize')
      response.writeHead(302, { location: this.authorize(url.searchParams) }).end();
    else if (url.pathname === '/token') json(await this.token(request));
    else {
      json({
        issuer: this.#url,
        authorization_endpoint: `${this.#url}/authorize`,
        token_endpoint: `${this.#url}/token`,
        jwks_uri: `${this.#url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        code_challenge_methods_supported: ['S256'],
      });
    }
  }

  private authorize(asked: URLSearchParams): string {
    this.asked = asked;
    const given = (name: string): string => asked.get(name) ?? '';
    if (given('client_id') !== CLIENT_ID || given('code_challenge_method') !== 'S256')
      throw new Error('not our client');
    const code = randomUUID();
    this.secrets.push(code);
    this.#codes.set(code, {
      challenge: given('code_challenge'),
      nonce: this.forgedNonce ?? given('nonce'),
      redirectUri: given('redirect_uri'),
      person: { ...this.person },
    });
    return `${given('redirect_uri')}?code=${code}&state=${given('state')}`;
  }

  private async token(request: IncomingMessage): Promise<Record<string, unknown>> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = new URLSearchParams(Buffer.concat(chunks).toString());
    const expected = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
    if (decodeBasic(request.headers.authorization) !== decodeBasic(expected)) throw new Error('not our client');
    return asked.get('grant_type') === 'refresh_token' ? this.refresh(asked) : this.redeem(asked);
  }

  private async redeem(asked: URLSearchParams): Promise<Record<string, unknown>> {
    const code = asked.get('code') ?? '';
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url');
    if (!known || known.challenge !== challenge || known.redirectUri !== asked.get('redirect_uri'))
      throw new Error('no');
    return this.tokensOf(known.person, known.nonce);
  }

  private async refresh(asked: URLSearchParams): Promise<Record<string, unknown>> {
    const token = asked.get('refresh_token') ?? '';
    const person = this.#refreshTokens.get(token);
    // A refresh token is valid once; a second use counts as theft.
    this.#refreshTokens.delete(token);
    if (!person) throw new Error('no such refresh token');
    this.refreshes += 1;
    return this.tokensOf({ ...person, ...this.person, subject: person.subject }, null);
  }

  private async tokensOf(person: SignInPerson, nonce: string | null): Promise<Record<string, unknown>> {
    const sign = (audience: string, subject: string, claims: Record<string, unknown>): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .setIssuer(this.#url)
        .setAudience(audience)
        .setSubject(subject)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${person.lifetime}s`)
        .sign(this.keys.privateKey);
    const access = await sign(person.audience, this.confusedWith ?? person.subject, { roles: person.roles });
    const refresh = randomUUID();
    if (person.isRefreshed) this.#refreshTokens.set(refresh, person);
    this.secrets.push(access, refresh);
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: person.lifetime,
      ...(nonce !== null && {
        id_token: await sign(CLIENT_ID, person.subject, {
          nonce,
          ...(this.authTime !== null && { auth_time: this.authTime }),
        }),
      }),
      ...(person.isRefreshed && { refresh_token: refresh }),
    };
  }
}

/** Decodes the two halves of a Basic credential, which are form-encoded before they are joined. */
function decodeBasic(header: string | undefined): string {
  return decodeURIComponent(Buffer.from(header?.split(' ')[1] ?? '', 'base64').toString());
}
