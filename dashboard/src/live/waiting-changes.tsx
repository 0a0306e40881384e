import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.js';
import { useHolds } from '../api/viewer.js';
import { useDeskChanges } from './desk-feed.js';

const WAITING_CHANGES = graphql(`
  query WaitingChanges {
    changeRequests {
      id
    }
  }
`);

const WaitingCount = createContext(0);

/** Number of changes that wait for a second person; 0 if the user may not know. */
export function useWaitingCount(): number {
  return useContext(WaitingCount);
}

/** Counts the waiting changes once for all pages, and again whenever one is proposed or closed. */
export function WaitingCountProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const mayRead = useHolds('payouts:read');
  const [{ data }, execute] = useQuery({ query: WAITING_CHANGES, pause: !mayRead });
  useDeskChanges(['CHANGE_REQUEST'], () => {
    if (mayRead) execute();
  });
  return <WaitingCount value={data?.changeRequests.length ?? 0}>{children}</WaitingCount>;
}
