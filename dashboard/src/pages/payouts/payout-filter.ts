import type { FilterField, FilterValues } from '../../design/filter-form.js';
import type { Text } from '../../text/use-text.js';
import { counted } from '../list-counts.js';
import { isSet, type ListFilter, parseListFilter, toApiFilter, word } from '../list-filter.js';
import { moneyFields } from '../list-filter-fields.js';
import { PAYOUT_STATUSES, type PayoutStatus } from './payout-status.js';
import type { PayoutFacets, PayoutRow } from './payouts-documents.js';
import type { PayoutFilter } from './use-payouts.js';

export const PAYOUT_SETS = ['AWAITING_APPROVAL', 'UNCONFIRMED', 'OVERDUE', 'LIMITED', 'PROBLEM', 'CORRECTED'] as const;

/** URL parameters of the payouts. They never include a recipient or user id, because URLs are stored and shared. */
export interface PayoutSearch extends ListFilter {
  readonly status?: PayoutStatus;
  readonly set?: (typeof PAYOUT_SETS)[number];
  readonly destination?: string;
  readonly paymentType?: string;
  readonly anyId?: string;
}

/** A recipient to search for: by one of the two, because an operation searches for one person. */
export interface SoughtRecipient {
  readonly recipient?: string;
  readonly userId?: string;
}

export function soughtIn({ recipient, userId }: FilterValues): SoughtRecipient {
  const [requisites, user] = [word(recipient), word(userId)];
  if (requisites !== undefined) return { recipient: requisites };
  return user === undefined ? {} : { userId: user };
}

export function parsePayoutSearch(given: Record<string, unknown>): PayoutSearch {
  return {
    ...parseListFilter(given),
    status: PAYOUT_STATUSES.find((known) => known === given['status']),
    set: PAYOUT_SETS.find((known) => known === given['set']),
    destination: word(given['destination']),
    paymentType: word(given['paymentType']),
    anyId: word(given['anyId']),
  };
}

export function toPayoutFilter(search: PayoutSearch, sought: SoughtRecipient): PayoutFilter {
  const { status, set, destination, paymentType, anyId } = search;
  return {
    ...toApiFilter(search),
    ...(status && { statuses: [status] }),
    ...(set && { sets: [set] }),
    destination: destination ?? null,
    paymentType: paymentType ?? null,
    anyId: anyId ?? null,
    ...sought,
  };
}

/** Whether a payout that was created or changed may belong to the list, judging by its row. */
export function mayMatch(
  { status, destination, currency }: PayoutSearch,
  row: Pick<PayoutRow, 'status' | 'destination' | 'currency'>,
): boolean {
  return (
    (status ?? row.status) === row.status &&
    (destination ?? row.destination) === row.destination &&
    (currency ?? row.currency) === row.currency
  );
}

export const isFiltered = (search: PayoutSearch, sought: SoughtRecipient): boolean => isSet({ ...search, ...sought });

/** Returns the filter fields. Searching by recipient requires the scope to see whole recipients. */
export function payoutFields(
  text: Text,
  {
    destinations,
    maySeeRecipients,
    facets,
  }: {
    readonly destinations: readonly string[];
    readonly maySeeRecipients: boolean;
    /** Undefined until the user is about to choose. */
    readonly facets: PayoutFacets | undefined;
  },
): readonly FilterField[] {
  return [
    {
      name: 'status',
      label: text('list.status'),
      kind: 'choice',
      choices: counted(
        PAYOUT_STATUSES.map((value) => ({ value, word: text(`payout.status.${value}`) })),
        facets?.statuses,
        text,
      ),
    },
    {
      name: 'set',
      label: text('filter.set'),
      kind: 'choice',
      choices: counted(
        PAYOUT_SETS.map((value) => ({ value, word: text(`payouts.set.${value}`) })),
        facets?.sets,
        text,
      ),
    },
    {
      name: 'destination',
      label: text('filter.destination'),
      kind: 'choice',
      choices: counted(
        destinations.map((value) => ({ value, word: value })),
        facets?.destinations,
        text,
      ),
    },
    { name: 'paymentType', label: text('filter.paymentType'), kind: 'text', placeholder: 'CARD' },
    ...moneyFields(text),
    ...(maySeeRecipients ? [{ name: 'recipient', label: text('filter.recipient'), kind: 'text' } as const] : []),
    { name: 'userId', label: text('filter.userId'), kind: 'text' },
    { name: 'anyId', label: text('filter.anyId'), kind: 'text' },
  ];
}
