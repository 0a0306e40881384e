import type { Facts } from '../../../desk/audit/audit-entry.js';
import type { PersonEntity } from '../persistence/person.entity.js';

/** A block as people confirm its end, and as the audit log keeps it. */
export function blockFactsOf({ subject, issuer, blockedAt }: PersonEntity): Facts {
  return { name: subject, issuer, blockedAt: blockedAt?.toISOString() ?? null };
}
