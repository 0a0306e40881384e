import { instant, word } from '../list-filter.js';

/** The filter of the audit log as its address holds it. Times are instants. */
export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Takes of an address what the audit log understands. The rest is named, or the router would leave it as it came. */
export function parseAuditSearch({ actor, action, subject, from, to }: Record<string, unknown>): AuditSearch {
  return { actor: word(actor), action: word(action), subject: word(subject), from: instant(from), to: instant(to) };
}
