import { decodeJwt, type JWTPayload } from 'jose';
import { combinesDuties, isRole, type Role, scopesOf } from '../scopes/scopes.js';

/** Claims about a person, read after the token's signature, issuer, audience and times were validated. */
export interface TokenClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly roles: readonly Role[];
  readonly expiresAt: Date;
}

export type TokenReading =
  | { readonly kind: 'claims'; readonly claims: TokenClaims }
  | { readonly kind: 'unusable' }
  /** The person has roles that exclude each other. */
  | { readonly kind: 'combinedDuties'; readonly claims: TokenClaims };

// Longer than any provider's identifiers. OpenID Connect allows 255 characters.
const MAX_SUBJECT_LENGTH = 255;

/** Reads the claims that Purser uses. Unknown roles belong to other programs and are ignored. */
export function readClaims(
  payload: JWTPayload,
  options: {
    readonly rolesClaim: string;
    /** Whether the roles claim, if it is a string, is a space-separated list like OAuth scopes. */
    readonly isRolesClaimList: boolean;
    readonly maxAgeSeconds: number;
  },
): TokenReading {
  const { iss, sub, iat, exp } = payload;
  if (iss === undefined || iat === undefined || exp === undefined) return { kind: 'unusable' };
  // The library requires the claim to be present, but not to be a string.
  if (typeof sub !== 'string') return { kind: 'unusable' };
  if (sub === '' || sub.length > MAX_SUBJECT_LENGTH || /[^\x20-\x7e]/.test(sub)) return { kind: 'unusable' };
  const roles = [...new Set(rolesIn(claimAt(payload, options.rolesClaim), options).filter(isRole))];
  const expiresAt = new Date(Math.min(exp, iat + options.maxAgeSeconds) * 1_000);
  const claims = { issuer: iss, subject: sub, roles, expiresAt };
  return { kind: combinesDuties(scopesOf(roles)) ? 'combinedDuties' : 'claims', claims };
}

/** Finds the claim with exactly this name, such as `https://purser.example/roles`, or else at this dotted path. */
function claimAt(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name.split('.').reduce<unknown>((value, key) => {
    const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return isInside ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
  }, payload);
}

function rolesIn(claim: unknown, { isRolesClaimList }: { readonly isRolesClaimList: boolean }): string[] {
  // By default a string is a single group name: splitting "Payments admin" would make its members administrators.
  if (typeof claim === 'string') return isRolesClaimList ? claim.split(' ') : [claim];
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
}

/** Reads a token's subject without verifying the token; null if there is none. */
export function subjectOf(token: string): string | null {
  try {
    return decodeJwt(token).sub ?? null;
  } catch {
    return null;
  }
}
