import type { VariablesOf } from '../../api/graphql.js';
import type { FilterField } from '../../design/filter-form.js';
import type { Text } from '../../text/use-text.js';
import { instant, word } from '../list-filter.js';
import type { DISCREPANCIES, DiscrepancyRow } from './discrepancies-documents.js';
import { DISCREPANCY_STATES, type DiscrepancyState } from './discrepancy-state.js';

const KINDS = [
  'ABSENT',
  'AMOUNT',
  'BALANCE',
  'CORRECTED',
  'NOT_IN_STATEMENT',
  'RECIPIENT',
  'STATUS_REGRESSION',
  'UNKNOWN_PAYOUT',
] as const satisfies readonly DiscrepancyRow['kind'][];

/** URL parameters of the discrepancies. Times are instants. */
export interface DiscrepancySearch {
  readonly status?: DiscrepancyState;
  readonly kind?: (typeof KINDS)[number];
  readonly payout?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Parses the URL parameters. Sets every key, because the router would keep the raw value of a missing key. */
export function parseDiscrepancySearch(given: Record<string, unknown>): DiscrepancySearch {
  return {
    status: DISCREPANCY_STATES.find((known) => known === given['status']),
    kind: KINDS.find((known) => known === given['kind']),
    payout: word(given['payout']),
    from: instant(given['from']),
    to: instant(given['to']),
  };
}

export function toDiscrepancyFilter(
  search: DiscrepancySearch,
): NonNullable<VariablesOf<typeof DISCREPANCIES>['filter']> {
  const { status, kind, payout, from, to } = search;
  return {
    ...(status && { isOpen: status === 'OPEN' }),
    ...(kind && { kinds: [kind] }),
    payoutId: payout ?? null,
    openedFrom: from ?? null,
    openedTo: to ?? null,
  };
}

export function discrepancyFields(text: Text): readonly FilterField[] {
  return [
    {
      name: 'status',
      label: text('list.status'),
      kind: 'choice',
      choices: DISCREPANCY_STATES.map((value) => ({ value, word: text(`discrepancy.isOpen.${value}`) })),
    },
    {
      name: 'kind',
      label: text('discrepancy.kind'),
      kind: 'choice',
      choices: KINDS.map((value) => ({ value, word: text(`discrepancy.kind.${value}`) })),
    },
    { name: 'payout', label: text('payout.payout'), kind: 'text', placeholder: text('audit.id') },
    { name: 'from', label: text('filter.from'), kind: 'firstDay' },
    { name: 'to', label: text('filter.to'), kind: 'lastDay' },
  ];
}
