import type { Facts } from '../../../desk/audit/audit-entry.js';
import type { PersonEntity } from '../persistence/person.entity.js';

/** The facts of a block, as people confirm its end and the audit log stores it. */
export function blockFactsOf({ subject, issuer, blockedAt }: PersonEntity): Facts {
  return { name: subject, issuer, blockedAt: blockedAt?.toISOString() ?? null };
}
