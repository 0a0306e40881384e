import type { Payout } from './payout.schema.js';

const COLUMNS = [
  'payout_id',
  'created_at',
  'completed_at',
  'amount',
  'currency',
  'type',
  'requisites',
  'status',
] as const;

export type RequisitesShown = 'masked' | 'full';

/**
 * Yields a merchant's payouts in the format of the provider's desk: CSV by RFC 4180, with a header line. The interface
 * does not document statements; this format is the sandbox's assumption.
 */
export function* payoutStatement(payouts: Iterable<Payout>, requisites: RequisitesShown): Generator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for (const payout of payouts) yield `${cellsOf(payout, requisites).map(quoted).join(',')}\r\n`;
}

function cellsOf(payout: Payout, shown: RequisitesShown): string[] {
  const { requisites: given } = payout.account;
  const requisites = typeof given === 'string' ? given : '';
  return [
    payout.id,
    payout.createdAt,
    payout.completedAt ?? '',
    payout.amount,
    payout.currency,
    payout.type,
    shown === 'full' ? requisites : masked(requisites),
    payout.status,
  ];
}

/** Masks a text except for its last characters: at most four of them, and never more than half of the text. */
function masked(text: string): string {
  const shown = Math.min(4, Math.floor(text.length / 2));
  return `${'*'.repeat(text.length - shown)}${text.slice(text.length - shown)}`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
