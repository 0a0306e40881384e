import type { Facts } from '../../../desk/audit/audit-entry.js';

/** A field of a payout before and after a change; null where nothing is kept of its value. */
export interface ContentFact {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The names of the facts by those of the fields; the values of all others are personal data, or may be. */
const KEPT: Readonly<Record<string, string>> = { amount: 'amount', 'recipient.requisites': 'requisites' };

/** The fields that a change touched, by the facts of its entry in the audit log. */
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
