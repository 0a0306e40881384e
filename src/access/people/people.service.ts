import { Injectable, Logger } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { newId } from '../../common/ids.js';
import { Config, type OidcSettings } from '../../platform/config/config.js';
import { AccessRefusedError, type Caller } from '../../platform/graphql/request-context.js';
import { scopesOf } from '../scopes/scopes.js';
import { fetchIdentity } from './identity-fetch.js';
import { readClaims, type TokenClaims } from './person-token.js';
import { PersonEntity } from './persistence/person.entity.js';

const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

// Asymmetric algorithms only: with HS256 the provider's public key would serve as the shared secret.
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];

// The clocks of two machines with NTP differ by less. Applies to the start of a token's validity; its end is exact.
const CLOCK_SKEW_SECONDS = 60;

// Purser is not notified when a person leaves, so a token is rejected at this age, even if it is valid for longer.
// Providers issue tokens for a quarter of an hour if programs renew them, so someone who was dismissed can act for at
// most that long.
const MAX_TOKEN_AGE_SECONDS = 900;

// Providers publish a new key hours before they use it. An unknown key is fetched immediately, but no more often than
// this.
const KEYS_MAX_AGE_MS = 600_000;
const KEYS_COOLDOWN_MS = 30_000;
const KEYS_TIMEOUT_MS = 5_000;

// Anyone can present a token, so an unresponsive provider is asked at most once in this time. Until then people who
// sign in get an error, and can soon try again.
const AWAY_MS = 5_000;

const LOG_EVERY_MS = 60_000;

// Errors which mean that the token is invalid, rather than that the issuer cannot be reached.
const BAD_TOKEN = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

export interface Person {
  readonly caller: Caller;
  /** Why the person is refused, in which case they have no roles. Null if they are not. */
  readonly barredAs: 'DUTIES_COMBINED' | 'PERSON_BLOCKED' | null;
}

/** Authenticates people by tokens from the identity provider, if one is configured. */
@Injectable()
export class PeopleService {
  readonly #oidc: OidcSettings | null;
  readonly #keySet: JWTVerifyGetKey | null;
  readonly #logger = new Logger(PeopleService.name);
  #awayUntil = 0;
  #silentUntil = 0;

  constructor(
    { access }: Config,
    @InjectRepository(PersonEntity) private readonly people: Repository<PersonEntity>,
  ) {
    this.#oidc = access.oidc;
    this.#keySet =
      access.oidc &&
      createRemoteJWKSet(new URL(access.oidc.jwksUrl), {
        cacheMaxAge: KEYS_MAX_AGE_MS,
        cooldownDuration: KEYS_COOLDOWN_MS,
        timeoutDuration: KEYS_TIMEOUT_MS,
        [customFetch]: fetchIdentity,
      });
  }

  isToken(credential: string): boolean {
    return this.#oidc !== null && JWT.test(credential);
  }

  /**
   * Returns the person who owns a valid token; null if the token is invalid.
   * @throws AccessRefusedError IDENTITY_UNAVAILABLE if the provider's keys cannot be fetched
   */
  async authenticate(token: string): Promise<Person | null> {
    const payload = await this.verify(token);
    if (!payload || !this.#oidc) return null;
    const { rolesClaim, isRolesClaimList } = this.#oidc;
    const reading = readClaims(payload, { rolesClaim, isRolesClaimList, maxAgeSeconds: MAX_TOKEN_AGE_SECONDS });
    if (reading.kind === 'unusable') return null;
    const { claims } = reading;
    const { id, blockedAt } = await this.rowOf(claims);
    const ofDuties = reading.kind === 'combinedDuties' ? 'DUTIES_COMBINED' : null;
    const barredAs = blockedAt === null ? ofDuties : 'PERSON_BLOCKED';
    return {
      barredAs,
      caller: {
        id,
        kind: 'PERSON',
        // The provider's opaque subject, because a name or an address would put personal data into every audit entry.
        name: claims.subject,
        roles: barredAs === null ? claims.roles : [],
        scopes: new Set(barredAs === null ? scopesOf(claims.roles) : []),
        accountIds: [],
        expiresAt: claims.expiresAt,
        secretHash: null,
        session: null,
      },
    };
  }

  private async verify(token: string): Promise<JWTPayload | null> {
    if (!this.#oidc || !this.#keySet) return null;
    if (performance.now() < this.#awayUntil) throw away();
    const { issuer, audience } = this.#oidc;
    try {
      const { payload } = await jwtVerify(token, this.#keySet, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        clockTolerance: CLOCK_SKEW_SECONDS,
        // Also rejects a token that was issued in the future.
        maxTokenAge: MAX_TOKEN_AGE_SECONDS,
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      return payload;
    } catch (error) {
      if (BAD_TOKEN.some((kind) => error instanceof kind)) return null;
      this.noteAway(error);
      throw away();
    }
  }

  private noteAway(error: unknown): void {
    const now = performance.now();
    this.#awayUntil = now + AWAY_MS;
    if (now < this.#silentUntil) return;
    this.#silentUntil = now + LOG_EVERY_MS;
    this.#logger.error({ event: 'identity_provider_away', err: error });
  }

  /** Returns the person's row, which is created when they first sign in. */
  private async rowOf({ issuer, subject }: TokenClaims): Promise<PersonEntity> {
    const find = (): Promise<PersonEntity | null> => this.people.findOneBy({ issuer, subject });
    const known = await find();
    if (known) return known;
    const insert = this.people.createQueryBuilder().insert().updateEntity(false);
    await insert.values({ id: newId(), issuer, subject }).orIgnore().execute();
    const made = await find();
    if (!made) throw new Error('A person was not kept');
    return made;
  }
}

/** The error for when the identity provider does not respond, but is needed to authenticate the person. */
export function away(): AccessRefusedError {
  const message = 'The identity provider cannot be reached; try again shortly.';
  return new AccessRefusedError(message, 'IDENTITY_UNAVAILABLE', AWAY_MS / 1_000);
}
