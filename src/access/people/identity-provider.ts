import { Injectable, Logger } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  type Configuration,
  customFetch,
  discovery,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import { Config, type OidcClientSettings } from '../../platform/config/config.js';
import { fetchIdentity } from './identity-fetch.js';

const TIMEOUT_SECONDS = 5;

// How long to wait before asking an unresponsive provider again, because anyone can start a sign-in.
const AWAY_MS = 5_000;

/** The secrets of a single sign-in, kept sealed in a cookie of the browser. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface PersonTokens {
  /** The access token. Purser reads it like a token that a program presents. */
  readonly access: string;
  /** Null if the provider issues no refresh token; the person then signs in again when the access token expires. */
  readonly refresh: string | null;
  /**
   * The subject of the ID token, to be compared with that of the access token. Null if there is no ID token, or if the
   * provider uses different subjects in the two.
   */
  readonly idSubject: string | null;
  /**
   * When the person last entered a password or another factor, according to the ID token; null if the token does not
   * contain it.
   */
  readonly authenticatedAt: Date | null;
}

type GrantAnswer = TokenEndpointResponse & TokenEndpointResponseHelpers;

/**
 * The tokens; `refused` if the provider rejected the request; `away` if it did not respond and the result is unknown.
 */
export type TokenAnswer = PersonTokens | 'refused' | 'away';

// Error codes with which the provider rejects the sign-in. All other errors mean that it did not respond.
const REFUSALS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]);

/** Signs people in at the identity provider with their browser: OpenID Connect's code flow with PKCE. */
@Injectable()
export class IdentityProvider {
  readonly #logger = new Logger(IdentityProvider.name);
  readonly #client: OidcClientSettings | null;
  readonly #issuer: string;
  readonly #redirectUri: string;
  #discovered: Promise<Configuration> | null = null;
  #awayUntil = 0;

  constructor({ access, http }: Config) {
    this.#client = access.oidc?.client ?? null;
    this.#issuer = access.oidc?.issuer ?? '';
    this.#redirectUri = `${http.ownOrigin}/dashboard/oidc/callback`;
  }

  get isConfigured(): boolean {
    return this.#client !== null;
  }

  /**
   * Returns the provider's sign-in URL and the secrets to check when the browser returns; null if the provider does not
   * respond.
   * @param isAgain require a new sign-in even if the browser is still signed in at the provider
   */
  async begin({
    isAgain,
  }: {
    readonly isAgain: boolean;
  }): Promise<{ readonly url: URL; readonly secrets: SignInSecrets } | null> {
    const configuration = await this.configuration().catch(this.noteAway);
    if (!configuration || !this.#client) return null;
    const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: this.#client.scopes,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      ...(isAgain && { prompt: 'login', max_age: '0' }),
    });
    return { url, secrets };
  }

  /** @param search the query string with which the browser returned */
  finish(search: string, { state, nonce, verifier }: SignInSecrets): Promise<TokenAnswer> {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    return this.ask((configuration) =>
      authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}${search}`), checks),
    );
  }

  async refresh(refreshToken: string): Promise<TokenAnswer> {
    const answer = await this.ask((configuration) => refreshTokenGrant(configuration, refreshToken));
    // A provider that returns no new refresh token keeps accepting the old one.
    return typeof answer === 'string' ? answer : { ...answer, refresh: answer.refresh ?? refreshToken };
  }

  private async ask(grant: (configuration: Configuration) => Promise<GrantAnswer>): Promise<TokenAnswer> {
    try {
      const tokens = await grant(await this.configuration());
      const idSubject = this.#client?.hasPairwiseSubjects === true ? null : (tokens.claims()?.sub ?? null);
      const seconds = tokens.claims()?.auth_time;
      const authenticatedAt = seconds === undefined ? null : new Date(seconds * 1_000);
      return { access: tokens.access_token, refresh: tokens.refresh_token ?? null, idSubject, authenticatedAt };
    } catch (error) {
      if (isRefusal(error)) return 'refused';
      this.noteAway(error);
      return 'away';
    }
  }

  private configuration(): Promise<Configuration> {
    if (performance.now() < this.#awayUntil) return Promise.reject(new Error('The identity provider was away'));
    this.#discovered ??= this.discover().catch((error: unknown) => {
      this.#discovered = null;
      this.#awayUntil = performance.now() + AWAY_MS;
      throw error;
    });
    return this.#discovered;
  }

  private async discover(): Promise<Configuration> {
    if (!this.#client) throw new Error('No client of an identity provider is configured');
    const { id, secret } = this.#client;
    const issuer = new URL(this.#issuer);
    return discovery(issuer, id, undefined, secret ? ClientSecretBasic(secret.reveal()) : None(), {
      timeout: TIMEOUT_SECONDS,
      [customFetch]: fetchIdentity,
      // The settings allow http only if the issuer is on this machine.
      execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
    });
  }

  private readonly noteAway = (error: unknown): null => {
    this.#logger.error({ event: 'identity_provider_away', err: error });
    return null;
  };
}

function isRefusal(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status < 500;
  if (error instanceof AuthorizationResponseError) return true;
  return error instanceof ClientError && REFUSALS.has(error.code ?? '');
}
