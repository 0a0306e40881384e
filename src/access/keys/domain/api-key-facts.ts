import type { Facts } from '../../../desk/audit/audit-entry.js';

/** A key, and the rights it opens. */
export interface ApiKeyContent {
  readonly name: string;
  readonly prefix: string | null;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly allowedAddresses: readonly string[];
  readonly accountIds: readonly string[];
  readonly expiresAt: Date | null;
}

/** The same as people confirm it and as the audit log keeps it. */
export function factsOf({
  name,
  prefix,
  roles,
  scopes,
  allowedAddresses,
  accountIds,
  expiresAt,
}: ApiKeyContent): Facts {
  return { name, prefix, roles, scopes, allowedAddresses, accountIds, expiresAt: expiresAt?.toISOString() ?? null };
}
