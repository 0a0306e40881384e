import { useNavigate } from '@tanstack/react-router';
import { type Text, useText } from '../text/use-text.js';
import { useNavigation } from './navigation.js';
import { type Found, useFound } from './use-found.js';

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly open: () => void;
}

export interface EntryGroup {
  readonly value: string;
  readonly items: readonly Entry[];
}

interface Entries {
  readonly groups: readonly EntryGroup[];
  readonly hasFailed: boolean;
}

const PAGES = {
  PAYOUT: '/payouts/$id',
  ORDER: '/orders/$id',
  DISCREPANCY: '/discrepancies/$id',
  WEBHOOK_EVENT: '/webhooks/$id',
  API_KEY: '/keys/$id',
} as const satisfies Record<Found['kind'], string>;

/** Finds the pages whose names contain these words, and the objects that match them. */
export function useEntries(words: string): Entries {
  const text = useText();
  const navigate = useNavigate();
  const pages = useNavigation().flatMap((group) => group.pages);
  const { found, hasFailed } = useFound(words);
  const named = pages.filter(({ id }) => text(id).toLowerCase().includes(words.trim().toLowerCase()));
  const groups = [
    {
      value: text('palette.found'),
      items: found.map((hit) => ({
        id: hit.id,
        title: titleOf(hit, text),
        detail: text('palette.matched', { text: hit.matched }),
        open: () => void navigate({ to: PAGES[hit.kind], params: { id: hit.id } }),
      })),
    },
    {
      value: text('palette.pages'),
      items: named.map(({ to, id, key }) => ({
        ...{ id: to, title: text(id), detail: `g ${key}` },
        open: () => void navigate({ to }),
      })),
    },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), hasFailed };
}

function titleOf({ kind, title }: Found, text: Text): string {
  return `${text(`find.kind.${kind}`)} ${kind === 'PAYOUT' || kind === 'ORDER' || kind === 'API_KEY' ? title : ''}`.trim();
}
