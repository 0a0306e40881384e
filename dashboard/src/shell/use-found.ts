import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { graphql, type ResultOf } from '../api/graphql.js';

const FIND = graphql(`
  query Find($text: String!, $isCustomer: Boolean!) {
    find(text: $text, isCustomer: $isCustomer) {
      kind
      id
      title
      status
      amount
      currency
      createdAt
      matched
    }
  }
`);

export type Found = ResultOf<typeof FIND>['find'][number];

interface Findings {
  readonly found: readonly Found[];
  readonly failure: Failure | null;
  readonly isSearching: boolean;
}

// Debounce: the search runs once typing pauses.
const PAUSE_MS = 200;

// The API's own minimum: shorter texts match too much.
const SEARCHABLE = /[\p{L}\p{N}]{3}/u;

// An e-mail address or a phone number. Searches for people are limited, so none runs while one is being typed.
const CONTACT = /@|^\+/;

const NOTHING: Findings = { found: [], failure: null, isSearching: false };

export const isSearchable = (words: string): boolean => SEARCHABLE.test(words);

/**
 * Searches for objects by text or id, once typing pauses.
 * @param isCustomer whether the user asked for the person of these words
 */
export function useFound(words: string, isCustomer: boolean): Findings {
  const typed = words.trim();
  const wanted = isSearchable(typed) && (isCustomer || !CONTACT.test(typed)) ? typed : '';
  const [asked, setAsked] = useState({ text: '', isCustomer: false });
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setAsked({ text: wanted, isCustomer });
      },
      isCustomer ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [wanted, isCustomer]);
  const isCurrent = asked.text === wanted && asked.isCustomer === isCustomer;
  const [{ data, error, fetching }] = useQuery({ query: FIND, variables: asked, pause: asked.text === '' });
  if (wanted === '') return NOTHING;
  // What belongs to one person is not shown for other words, not even until these are searched for.
  if (asked.text === '' || (!isCurrent && (isCustomer || asked.isCustomer))) return { ...NOTHING, isSearching: true };
  if (isCustomer && fetching) return { ...NOTHING, isSearching: true };
  return { found: data?.find ?? [], failure: error ? failureOf(error) : null, isSearching: fetching || !isCurrent };
}
