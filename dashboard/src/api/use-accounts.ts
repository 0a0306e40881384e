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

/** Lists the merchant accounts by name; empty while loading and for users who may not read them. */
export function useAccounts(): readonly KnownAccount[] {
  const [{ data }] = useQuery({ query: ACCOUNTS });
  return data?.accounts ?? NONE;
}
