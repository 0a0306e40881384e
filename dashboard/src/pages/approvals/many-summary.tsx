import type { ReactElement } from 'react';
import { Facts } from '../../design/facts.js';
import { formatAmount } from '../../text/amount.js';
import { largestByCurrency, sumsByCurrency } from '../../text/sums.js';
import { useText } from '../../text/use-text.js';
import type { ApprovalRow } from './approvals-documents.js';

/** Summarises the selected payouts: their number and amounts. */
export function ManySummary({ payouts }: { readonly payouts: readonly ApprovalRow[] }): ReactElement {
  const text = useText();
  const destinations = [...new Set(payouts.map(({ destination }) => destination))].sort();
  return (
    <Facts
      facts={[
        [text('approvals.count'), String(payouts.length)],
        [text('approvals.sum'), listOf(sumsByCurrency(payouts))],
        [text('approvals.largest'), listOf(largestByCurrency(payouts))],
        [text('approvals.destinations'), destinations.join(', ')],
      ]}
    />
  );
}

function listOf(money: readonly { readonly amount: string; readonly currency: string }[]): ReactElement {
  return (
    <ul>
      {money.map(({ amount, currency }) => (
        <li key={currency}>{formatAmount(amount, currency)}</li>
      ))}
    </ul>
  );
}
