import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.js';
import { useHolds } from '../api/viewer.js';
import { useDeskChanges } from './desk-feed.js';

const GATE = graphql(`
  query ShellGate {
    payoutGate {
      isOpen
      changedAt
    }
  }
`);

const PausedSince = createContext<string | null>(null);

/** When payouts were paused; null if they are running, or if the user may not know. */
export function usePayoutsPausedSince(): string | null {
  return useContext(PausedSince);
}

/** Loads the gate once for all pages, and reloads it whenever it changes. */
export function PayoutGateProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const mayRead = useHolds('payouts:read');
  const [{ data }, execute] = useQuery({ query: GATE, pause: !mayRead });
  useDeskChanges(['GATE'], () => {
    if (mayRead) execute({ requestPolicy: 'network-only' });
  });
  const gate = data?.payoutGate;
  return <PausedSince value={gate?.isOpen === false ? gate.changedAt : null}>{children}</PausedSince>;
}
