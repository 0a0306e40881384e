import type { Facts } from '../../../desk/audit/audit-entry.js';

/** Action of the audit entry of a change. */
export const PAYOUT_CHANGED = 'payout.changed';

/** The values of a payout's field before and after a change. Null if Purser does not store the value. */
export interface ContentFact {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The fields whose values the audit log keeps, and the names of these facts. All other fields are or may be personal
 * data.
 */
const KEPT: Readonly<Record<string, string>> = { amount: 'amount', 'recipient.requisites': 'requisites' };

export function contentFactsOf({
  before,
  after,
}: {
  readonly before: Facts | null;
  readonly after: Facts | null;
}): ContentFact[] {
  const changed = after?.['changed'];
  if (!Array.isArray(changed)) return [];
  return changed.map((name: string) => {
    const kept = KEPT[name];
    return { name, before: textOf(kept && before?.[kept]), after: textOf(kept && after?.[kept]) };
  });
}

function textOf(value: Facts[string] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
