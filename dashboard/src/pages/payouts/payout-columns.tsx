import type { Column } from '../../design/columns.js';
import { formatAmount } from '../../text/amount.js';
import { Time } from '../../text/time.js';
import type { Text } from '../../text/use-text.js';
import { PayoutStatusCell } from './payout-status-cell.js';
import type { PayoutRow } from './payouts-documents.js';

/** Returns the columns after the first one, which names the payout. */
export function payoutColumns(text: Text): readonly Column<PayoutRow>[] {
  return [
    {
      name: 'status',
      title: text('payout.statusName'),
      cell: ({ status, waitingFor }) => <PayoutStatusCell status={status} waitingFor={waitingFor} />,
    },
    {
      name: 'amount',
      title: text('payout.amount'),
      isNumber: true,
      isOrdered: true,
      cell: ({ amount, currency }) => formatAmount(amount, currency),
    },
    { name: 'recipient', title: text('payout.recipient'), cell: ({ recipient }) => recipient.requisites },
    { name: 'destination', title: text('payout.destination'), cell: ({ destination }) => destination },
    {
      name: 'created',
      title: text('payout.created'),
      isOrdered: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      name: 'updated',
      title: text('payout.updated'),
      isOrdered: true,
      isExtra: true,
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    {
      name: 'approvals',
      title: text('payout.approvals'),
      isExtra: true,
      cell: ({ approvals, approvalsNeeded: needed }) =>
        text('payout.approvalsGiven', { given: approvals.filter(({ voidedAt }) => voidedAt === null).length, needed }),
    },
    {
      name: 'heldBy',
      title: text('payout.heldBy'),
      isExtra: true,
      cell: ({ blockedBy }) => blockedBy && text(`limit.kind.${blockedBy.limit}`),
    },
  ];
}
