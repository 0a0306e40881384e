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

// People type on; they are asked for once they pause.
const PAUSE_MS = 200;

// As the API has it: less than that is in everything.
const SEARCHABLE = /[\p{L}\p{N}]{3}/u;

const NOTHING: readonly Found[] = [];

/** Things that hold words or an id, once whoever types them pauses. */
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
