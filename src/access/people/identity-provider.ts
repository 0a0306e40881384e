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

// Anybody can send a browser there, so a provider that does not answer is asked for its addresses by the first of them.
const AWAY_MS = 5_000;

/** The secrets of one sign-in, for the browser to bring back and nobody to read. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The tokens of a person. */
export interface PersonTokens {
  /** The one that Purser reads, as it would one that a program presents. */
  readonly access: string;
  /** Null when the provider gives none: the person signs in again when the other one ends. */
  readonly refresh: string | null;
  /**
   * The person by the ID token, to be compared with the one of the access token. Null where none came, and where the
   * provider calls one person differently in the two.
   */
  readonly idSubject: string | null;
  /** When the person last gave a password or another factor, by the ID token; null where it does not say. */
  readonly authenticatedAt: Date | null;
}

type GrantAnswer = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** `away`: it cannot be known now. */
export type TokenAnswer = PersonTokens | 'refused' | 'away';

// Answers that are not what was asked for. Others tell that the provider did not answer.
const REFUSALS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]);

/** The identity provider as a browser is sent there to sign in: the code flow of OpenID Connect, with PKCE. */
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

  /** Whether people can sign in there with a browser. */
  get isConfigured(): boolean {
    return this.#client !== null;
  }

  /**
   * Where a browser signs in, and what must come back from there; null when the provider does not answer.
   *
   * @param isAgain whether the person must sign in there even if the provider knows the browser
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

  /** @param search the query with which the browser came back */
  finish(search: string, { state, nonce, verifier }: SignInSecrets): Promise<TokenAnswer> {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    return this.ask((configuration) =>
      authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}${search}`), checks),
    );
  }

  /** New tokens in the place of old ones. */
  async refresh(refreshToken: string): Promise<TokenAnswer> {
    const answer = await this.ask((configuration) => refreshTokenGrant(configuration, refreshToken));
    // A provider that gives no new refresh token takes the old one again.
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

  /** The addresses that the provider publishes, asked for once. */
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
      // The settings let an issuer be http on this machine alone.
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
