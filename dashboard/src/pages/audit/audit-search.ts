import { instant, word } from '../list-filter.js';

/** URL parameters of the audit log. Times are instants. */
export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Parses the URL parameters. Sets every key, because the router would keep the raw value of a missing key. */
export function parseAuditSearch({ actor, action, subject, from, to }: Record<string, unknown>): AuditSearch {
  return { actor: word(actor), action: word(action), subject: word(subject), from: instant(from), to: instant(to) };
}
