import type { Column } from '../../design/columns.js';
import { Status } from '../../design/status.js';
import { formatAmount } from '../../text/amount.js';
import { Time } from '../../text/time.js';
import type { Text } from '../../text/use-text.js';
import { ORDER_TONES } from './order-status.js';
import type { OrderRow } from './orders-documents.js';

/** Returns the columns after the first one, which names the order. */
export function orderColumns(text: Text): readonly Column<OrderRow>[] {
  return [
    {
      name: 'status',
      title: text('order.statusName'),
      cell: ({ status }) => <Status tone={ORDER_TONES[status]} word={text(`order.status.${status}`)} />,
    },
    {
      name: 'amount',
      title: text('order.amount'),
      isNumber: true,
      isOrdered: true,
      cell: ({ amount, currency }) => formatAmount(amount, currency ?? ''),
    },
    {
      name: 'customer',
      title: text('order.customer'),
      cell: ({ maskedCustomer: customer }) => customer?.email ?? customer?.phone ?? customer?.customerId,
    },
    { name: 'method', title: text('order.method'), cell: ({ method }) => text(`order.method.${method}`) },
    {
      name: 'created',
      title: text('order.created'),
      isOrdered: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { name: 'paid', title: text('order.paid'), isExtra: true, cell: ({ paidAt }) => paidAt && <Time at={paidAt} /> },
    { name: 'problem', title: text('order.problem'), isLong: true, cell: ({ problem }) => problem },
  ];
}
