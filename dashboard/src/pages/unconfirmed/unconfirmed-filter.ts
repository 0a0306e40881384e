import type { FilterField } from '../../design/filter-form.js';
import type { Text } from '../../text/use-text.js';
import { parseSort, word } from '../list-filter.js';
import type { PayoutFilter } from '../payouts/use-payouts.js';
import type { UnconfirmedRow } from './unconfirmed-documents.js';

const AGES = { hour: 3_600, day: 86_400, week: 604_800 } as const;
type Age = keyof typeof AGES;

/** URL parameters of the unconfirmed payouts. */
export interface UnconfirmedSearch {
  /** Minimum age. */
  readonly age?: Age;
  readonly destination?: string;
  readonly proposed?: 'yes' | 'no';
  readonly sort?: string;
}

export function parseUnconfirmedSearch({
  age,
  destination,
  proposed,
  sort,
}: Record<string, unknown>): UnconfirmedSearch {
  return {
    age: (Object.keys(AGES) as Age[]).find((known) => known === age),
    destination: word(destination),
    proposed: (['yes', 'no'] as const).find((known) => known === proposed),
    sort: parseSort(sort),
  };
}

/** Returns the latest creation time of a payout of at least this age. */
export function createdBefore(age: Age | undefined): string | null {
  return age === undefined ? null : new Date(Date.now() - AGES[age] * 1_000).toISOString();
}

export function toUnconfirmedFilter(
  { destination, proposed }: UnconfirmedSearch,
  createdTo: string | null,
): PayoutFilter {
  return {
    statuses: ['UNCONFIRMED'],
    destination: destination ?? null,
    createdTo,
    ...(proposed && { hasChangeRequest: proposed === 'yes' }),
  };
}

/**
 * Whether a payout that was created or changed may belong to the list. A new payout is too young for any minimum age.
 */
export function mayBeUnconfirmed({ age, destination, proposed }: UnconfirmedSearch, row: UnconfirmedRow): boolean {
  return (
    row.status === 'UNCONFIRMED' &&
    (destination ?? row.destination) === row.destination &&
    (proposed === undefined || (proposed === 'yes') === (row.changeRequest !== null)) &&
    (age === undefined || row.createdAt < (createdBefore(age) ?? ''))
  );
}

export function unconfirmedFields(text: Text, destinations: readonly string[]): readonly FilterField[] {
  return [
    {
      name: 'age',
      label: text('unconfirmed.age'),
      kind: 'choice',
      choices: (Object.keys(AGES) as Age[]).map((value) => ({ value, word: text(`unconfirmed.age.${value}`) })),
    },
    {
      name: 'destination',
      label: text('filter.destination'),
      kind: 'choice',
      choices: destinations.map((value) => ({ value, word: value })),
    },
    {
      name: 'proposed',
      label: text('unconfirmed.proposal'),
      kind: 'choice',
      choices: (['yes', 'no'] as const).map((value) => ({ value, word: text(`unconfirmed.proposed.${value}`) })),
    },
  ];
}
