import type { Facts } from '../../../desk/audit/audit-entry.js';
import type { PersonEntity } from '../persistence/person.entity.js';

/** The facts about a block that people confirm when it is lifted, and that the audit log stores. */
export function blockFactsOf({ subject, issuer, blockedAt }: PersonEntity): Facts {
  return { name: subject, issuer, blockedAt: blockedAt?.toISOString() ?? null };
}
