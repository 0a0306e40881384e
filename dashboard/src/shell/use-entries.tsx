import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Failure } from '../api/failure.js';
import { useHolds } from '../api/viewer.js';
import { type Text, useText } from '../text/use-text.js';
import { useNavigation } from './navigation.js';
import { FoundDetail } from './found-detail.js';
import { type Found, isSearchable, useFound } from './use-found.js';

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly detail: ReactNode;
  readonly open: () => void;
  /** Whether the palette stays open and shows what the entry found. */
  readonly isSearch?: boolean;
}

export interface EntryGroup {
  readonly value: string;
  readonly items: readonly Entry[];
}

interface Entries {
  readonly groups: readonly EntryGroup[];
  readonly failure: Failure | null;
  /** Shown if there is no entry. */
  readonly nothing: string;
}

const PAGES = {
  PAYOUT: '/payouts/$id',
  ORDER: '/orders/$id',
  DISCREPANCY: '/discrepancies/$id',
  WEBHOOK_EVENT: '/webhooks/$id',
  API_KEY: '/keys/$id',
} as const satisfies Record<Found['kind'], string>;

/**
 * Finds the pages whose names contain these words, and the objects that match them. Orders and payouts of a person are
 * searched for when the user asks for them, because such a search is counted and recorded.
 */
export function useEntries(words: string): Entries {
  const text = useText();
  const navigate = useNavigate();
  const pages = useNavigation().flatMap((group) => group.pages);
  const typed = words.trim();
  const [person, setPerson] = useState<string>();
  const isOfPerson = person === typed && typed !== '';
  const seesPeople = useHolds('orders:read', 'payouts:read');
  const { found, failure, isSearching } = useFound(words, isOfPerson);
  const named = pages.filter(({ id }) => text(id).toLowerCase().includes(typed.toLowerCase()));
  const ask = {
    id: 'person',
    title: typed,
    detail: text('palette.personHint'),
    open: () => {
      setPerson(typed);
    },
    isSearch: true,
  };
  const maySearch = seesPeople && isSearchable(typed) && !isOfPerson;
  const groups = [
    {
      value: text('palette.found'),
      items: found.map((hit) => ({
        id: hit.id,
        title: titleOf(hit, text),
        detail: <FoundDetail hit={hit} />,
        open: () => void navigate({ to: PAGES[hit.kind], params: { id: hit.id } }),
      })),
    },
    { value: text('palette.person'), items: maySearch ? [ask] : [] },
    {
      value: text('palette.pages'),
      items: named.map(({ to, id, key }) => ({
        ...{ id: to, title: text(id), detail: `g ${key}` },
        open: () => void navigate({ to }),
      })),
    },
  ];
  const nothing = isSearching ? 'page.loading' : isOfPerson ? 'palette.noPerson' : 'palette.none';
  return { groups: groups.filter(({ items }) => items.length > 0), failure, nothing: text(nothing) };
}

function titleOf({ kind, title }: Found, text: Text): string {
  return `${text(`find.kind.${kind}`)} ${kind === 'PAYOUT' || kind === 'ORDER' || kind === 'API_KEY' ? title : ''}`.trim();
}
