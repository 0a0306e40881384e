import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { FailureNotice, Loading } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Status } from '../../design/status.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { useOrder } from '../order/use-order.js';
import { ORDER_TONES, type OrderStatus } from '../orders/order-status.js';
import { Receipt } from './receipt.js';
import { useSeal } from './use-seal.js';

export function OrderReceiptPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/orders/$id/receipt' });
  const text = useText();
  const { order, failure, isLoading, reload } = useOrder(id);
  const seal = useSeal(id);
  if (!order) {
    return (
      <>
        <PageTitle>{text('receipt.receipt')}</PageTitle>
        {failure ? <FailureNotice failure={failure} onRetry={reload} /> : null}
        {isLoading ? <Loading /> : null}
        {failure || isLoading ? null : <p>{text('order.unknownId', { id })}</p>}
      </>
    );
  }
  const { status, externalId, amount, currency, paidAt, timeline } = order;
  return (
    <Receipt
      title={text('receipt.order', { id: externalId })}
      status={<Status tone={ORDER_TONES[status]} word={text(`order.status.${status}`)} />}
      amount={formatAmount(amount, currency ?? '')}
      facts={[
        [text('order.id'), id],
        [text('order.providerId'), order.providerOrderId],
        [text('order.account'), order.account.name],
        [text('order.method'), text(`order.method.${order.method}`)],
        [text('order.card'), order.maskedCardNumber],
        [text('order.purpose'), order.purpose],
        [text('order.created'), <ExactTime key="created" at={order.createdAt} />],
        [text('order.paid'), paidAt && <ExactTime key="paid" at={paidAt} />],
        ...seal,
      ]}
      parts={[
        {
          title: text('order.timeline'),
          empty: '',
          steps: timeline.map(({ cursor, to, cause, occurredAt }) => (
            <li key={cursor}>
              <ExactTime at={occurredAt} /> {text(`order.status.${to as OrderStatus}`)}, {text(`cause.${cause}`)}
            </li>
          )),
        },
      ]}
      back={
        <Link to="/orders/$id" params={{ id }}>
          {text('order.title', { id: externalId })}
        </Link>
      }
    />
  );
}
