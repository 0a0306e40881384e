import { decodeJwt, type JWTPayload } from 'jose';
import { combinesDuties, isRole, type Role, scopesOf } from '../scopes/scopes.js';

/** The claims about a person, once signature, issuer, audience and times of the token were found right. */
export interface TokenClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly roles: readonly Role[];
  readonly expiresAt: Date;
}

export type TokenReading =
  | { readonly kind: 'claims'; readonly claims: TokenClaims }
  | { readonly kind: 'unusable' }
  /** One person would hold duties that are kept apart. */
  | { readonly kind: 'combinedDuties'; readonly claims: TokenClaims };

// Longer than any identifier that a provider gives out; OpenID Connect allows 255.
const MAX_SUBJECT_LENGTH = 255;

/** Reads the claims that matter here. Words among the roles that Purser does not know are those of other programs. */
export function readClaims(
  payload: JWTPayload,
  options: {
    readonly rolesClaim: string;
    /** Whether a claim that is one text is a list of words with spaces between, as OAuth scopes are. */
    readonly isRolesClaimList: boolean;
    readonly maxAgeSeconds: number;
  },
): TokenReading {
  const { iss, sub, iat, exp } = payload;
  if (iss === undefined || iat === undefined || exp === undefined) return { kind: 'unusable' };
  // The library asks that it is there, and not that it is a text.
  if (typeof sub !== 'string') return { kind: 'unusable' };
  if (sub === '' || sub.length > MAX_SUBJECT_LENGTH || /[^\x20-\x7e]/.test(sub)) return { kind: 'unusable' };
  const roles = [...new Set(rolesIn(claimAt(payload, options.rolesClaim), options).filter(isRole))];
  const expiresAt = new Date(Math.min(exp, iat + options.maxAgeSeconds) * 1_000);
  const claims = { issuer: iss, subject: sub, roles, expiresAt };
  return { kind: combinesDuties(scopesOf(roles)) ? 'combinedDuties' : 'claims', claims };
}

/** The claim of that very name, as with `https://purser.example/roles`, or the one that its dots lead to. */
function claimAt(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name.split('.').reduce<unknown>((value, key) => {
    const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return isInside ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
  }, payload);
}

function rolesIn(claim: unknown, { isRolesClaimList }: { readonly isRolesClaimList: boolean }): string[] {
  // A group named "Payments admin" is one name: split at its space, it would make an administrator of its members.
  if (typeof claim === 'string') return isRolesClaimList ? claim.split(' ') : [claim];
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
}

/** Reads the subject of a token without verifying it; null if there is none. */
export function subjectOf(token: string): string | null {
  try {
    return decodeJwt(token).sub ?? null;
  } catch {
    return null;
  }
}
