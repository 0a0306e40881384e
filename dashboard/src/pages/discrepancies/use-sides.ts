import { useQuery } from 'urql';
import { useHolds } from '../../api/viewer.js';
import { formatAmount } from '../../text/amount.js';
import type { Fact } from '../../text/fact.js';
import { type Discrepancy, DISPUTED_PAYOUT } from './discrepancies-documents.js';

export interface Sides {
  readonly ours: readonly Fact[];
  readonly theirs: readonly Fact[];
}

const AMOUNT = /^-?\d+(\.\d+)?$/;

/** Returns both sides of a discrepancy: the differing facts, and the ids, amounts and times that identify a payout. */
export function useSides(discrepancy: Discrepancy): Sides {
  const { payoutId, providerPayoutId, openedAt } = discrepancy;
  const mayRead = useHolds('payouts:read');
  const variables = { id: payoutId ?? '' };
  const [{ data }] = useQuery({ query: DISPUTED_PAYOUT, variables, pause: payoutId === null || !mayRead });
  const payout = data?.payout;
  const currency = payout?.currency ?? currencyIn(discrepancy.ours);
  const ours: readonly Fact[] = payout
    ? [
        { name: 'amount', value: payout.amount },
        { name: 'requisites', value: payout.recipient.requisites },
        { name: 'destination', value: payout.destination },
        { name: 'externalId', value: payout.externalId },
        { name: 'providerPayoutId', value: payout.providerPayoutId },
        { name: 'createdAt', value: payout.createdAt },
      ]
    : [];
  const theirs: readonly Fact[] =
    providerPayoutId === null
      ? []
      : [
          { name: 'providerPayoutId', value: providerPayoutId },
          { name: 'foundAt', value: openedAt },
        ];
  return {
    ours: together(discrepancy.ours, ours, currency),
    theirs: together(discrepancy.theirs, theirs, currencyIn(discrepancy.theirs) ?? currency),
  };
}

/** Lists the differing facts first, then the others. Amounts include their currency. */
function together(differing: readonly Fact[], others: readonly Fact[], currency: string | null): Fact[] {
  // A discrepancy contains no details about the recipient, so the payout's own are shown instead.
  const known = new Set(others.filter(({ value }) => value !== null).map(({ name }) => name));
  const all = [
    ...differing.filter(({ name }) => name !== 'currency' && !(name === 'requisites' && known.has(name))),
    ...others.filter(({ name, value }) => value !== null && differing.every((fact) => isOther(fact, name))),
  ];
  return all.map(({ name, value }) => ({
    name,
    value:
      name === 'amount' && value !== null && currency !== null && AMOUNT.test(value)
        ? formatAmount(value, currency)
        : value,
  }));
}

function isOther(fact: Fact, name: string): boolean {
  return fact.name !== name || name === 'requisites';
}

function currencyIn(facts: readonly Fact[]): string | null {
  return facts.find(({ name }) => name === 'currency')?.value ?? null;
}
