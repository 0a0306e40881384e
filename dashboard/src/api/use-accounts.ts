import { useQuery } from 'urql';
import { graphql } from './graphql.js';

const ACCOUNTS = graphql(`
  query KnownAccounts {
    accounts {
      id
      name
    }
  }
`);

export interface KnownAccount {
  readonly id: string;
  readonly name: string;
}

const NONE: readonly KnownAccount[] = [];

/** The merchant accounts by name; none until they are known, and for those who may not read them. */
export function useAccounts(): readonly KnownAccount[] {
  const [{ data }] = useQuery({ query: ACCOUNTS });
  return data?.accounts ?? NONE;
}
