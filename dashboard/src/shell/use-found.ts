import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../api/graphql.js';

const FIND = graphql(`
  query Find($text: String!) {
    find(text: $text) {
      kind
      id
      title
      status
      matched
    }
  }
`);

export type Found = ResultOf<typeof FIND>['find'][number];

interface Findings {
  readonly found: readonly Found[];
  readonly hasFailed: boolean;
}

// Debounce: the search runs once typing pauses.
const PAUSE_MS = 200;

// The API's own minimum: shorter texts match too much.
const SEARCHABLE = /[\p{L}\p{N}]{3}/u;

const NOTHING: readonly Found[] = [];

/** Searches for objects by text or id, once typing pauses. */
export function useFound(words: string): Findings {
  const wanted = SEARCHABLE.test(words) ? words.trim() : '';
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setText(wanted);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [wanted]);
  const [{ data, error }] = useQuery({ query: FIND, variables: { text }, pause: text === '' });
  if (wanted === '' || text === '') return { found: NOTHING, hasFailed: false };
  return { found: data?.find ?? NOTHING, hasFailed: error !== undefined };
}
