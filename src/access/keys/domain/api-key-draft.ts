import { combinesDuties, isRole, isScope, type Role, scopesOf } from '../../scopes/scopes.js';
import { parseNetwork } from '../../../common/network.js';
import type { Refusal } from '../../../common/refusal.js';
import { nameProblem } from './api-key-name.js';

export interface ApiKeyDraft {
  readonly name: string;
  readonly roles: readonly Role[];
  /** Scopes in addition to those of the roles. */
  readonly scopes: readonly string[];
  readonly allowedAddresses: readonly string[];
  /** Accounts that the key can see and act for; empty for all. */
  readonly accountIds: readonly string[];
  readonly expiresAt: Date;
}

export type ApiKeyDraftRefusalCode =
  | 'NAME_INVALID'
  | 'NOTHING_GRANTED'
  | 'SCOPE_UNKNOWN'
  | 'DUTIES_COMBINED'
  | 'ADDRESS_INVALID'
  | 'TOO_MANY_ADDRESSES'
  | 'EXPIRES_AT_INVALID';

export type ApiKeyValidation =
  | { readonly kind: 'accepted'; readonly key: ApiKeyDraft }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal<ApiKeyDraftRefusalCode>[] };

// Enough for a merchant's offices and servers. The list is scanned for every request.
const MAX_ADDRESSES = 20;

// One year. A key that nobody rotates within it is not being looked after.
const MAX_LIFETIME_DAYS = 365;
const DAY_MS = 86_400_000;

export function validateApiKey(draft: ApiKeyDraft, now: Date): ApiKeyValidation {
  const scopes = [...new Set(draft.scopes)];
  // One entry more than allowed is enough to reject the list; parsing thousands would block the event loop.
  const networks = draft.allowedAddresses.slice(0, MAX_ADDRESSES + 1).map(parseNetwork);
  const refusals = [
    ...nameProblems(draft.name),
    ...grantProblems(draft.roles, scopes),
    ...addressProblems(networks),
    ...expiryProblems(draft.expiresAt, now),
  ];
  if (refusals.length > 0) return { kind: 'refused', refusals };
  return {
    kind: 'accepted',
    key: {
      ...draft,
      roles: [...new Set(draft.roles)].filter(isRole),
      scopes,
      accountIds: [...new Set(draft.accountIds)].sort(),
      allowedAddresses: [...new Set(networks.filter((network) => network !== null))],
    },
  };
}

function nameProblems(name: string): Refusal<ApiKeyDraftRefusalCode>[] {
  const problem = nameProblem(name);
  return problem === null ? [] : [refusal('NAME_INVALID', `name ${problem}`, 'name')];
}

function grantProblems(roles: readonly Role[], scopes: readonly string[]): Refusal<ApiKeyDraftRefusalCode>[] {
  if (roles.length === 0 && scopes.length === 0) {
    return [refusal('NOTHING_GRANTED', 'A key needs a role or a scope.', 'roles')];
  }
  const unknown = scopes.findIndex((word) => !isScope(word));
  if (unknown >= 0) return [refusal('SCOPE_UNKNOWN', 'There is no such scope.', 'scopes', unknown)];
  if (!combinesDuties([...scopesOf(roles), ...scopes])) return [];
  return [
    refusal('DUTIES_COMBINED', 'Creating payouts, approving payouts and managing keys exclude each other.', 'roles'),
  ];
}

function addressProblems(networks: readonly (string | null)[]): Refusal<ApiKeyDraftRefusalCode>[] {
  if (networks.length > MAX_ADDRESSES) {
    return [refusal('TOO_MANY_ADDRESSES', `A key has at most ${MAX_ADDRESSES} addresses.`, 'allowedAddresses')];
  }
  const bad = networks.indexOf(null);
  if (bad < 0) return [];
  return [refusal('ADDRESS_INVALID', 'This is no IP address and no network.', 'allowedAddresses', bad)];
}

function expiryProblems(expiresAt: Date, now: Date): Refusal<ApiKeyDraftRefusalCode>[] {
  const days = (expiresAt.getTime() - now.getTime()) / DAY_MS;
  if (days > 0 && days <= MAX_LIFETIME_DAYS) return [];
  return [
    refusal('EXPIRES_AT_INVALID', `expiresAt must be in the future, within ${MAX_LIFETIME_DAYS} days.`, 'expiresAt'),
  ];
}

function refusal(
  code: ApiKeyDraftRefusalCode,
  message: string,
  field: string,
  at?: number,
): Refusal<ApiKeyDraftRefusalCode> {
  return { code, message, field: [field, ...(at === undefined ? [] : [String(at)])] };
}
