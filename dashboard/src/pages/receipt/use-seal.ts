import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../api/graphql.js';
import { useHolds } from '../../api/viewer.js';
import { useText } from '../../text/use-text.js';

const SEAL = graphql(`
  query ReceiptSeal($id: ID!) {
    auditEntries(first: 1, filter: { subjectId: $id }) {
      nodes {
        seal {
          seq
          hash
        }
      }
    }
  }
`);

/** Loads the seal of the newest audit entry about an order or payout; empty for users who may not read the log. */
export function useSeal(id: string): readonly (readonly [name: string, value: ReactNode])[] {
  const text = useText();
  const [{ data }] = useQuery({ query: SEAL, variables: { id }, pause: !useHolds('audit:read') });
  const seal = data?.auditEntries.nodes[0]?.seal;
  return seal ? [[text('receipt.seal', { number: seal.seq }), seal.hash]] : [];
}
