import { type ReactElement, useContext, useState } from 'react';
import { useMutation } from 'urql';
import { DeskContext, useHolds } from '../../api/viewer.js';
import { Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { CopyButton } from '../../design/copy-button.js';
import css from '../../design/detail.module.css';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import { type Order, REFRESH_ORDER } from './order-documents.js';
import { SettleOrder } from './settle-order.js';
import { RetryDialog } from './retry-dialog.js';
import type { ShownOrder } from './use-order.js';

interface OrderActionsProps {
  readonly order: Order;
  /** Whether someone has already proposed to close the order as not paid. */
  readonly isProposed: boolean;
  readonly shown: ShownOrder;
}

/** Buttons that act on an order. Actions for which the user lacks the scope are absent. */
export function OrderActions({ order, isProposed, shown: { reload } }: OrderActionsProps): ReactElement {
  const text = useText();
  const mayCreate = useHolds('orders:create');
  const mayRefresh = useHolds('orders:refresh');
  // Outside the sandbox the payer is someone else, so the link is only copied.
  const isSandbox = useContext(DeskContext)?.environment === 'SANDBOX';
  const { id, method, status, paymentLink } = order;
  const [isRetrying, setIsRetrying] = useState(false);
  const [, refresh] = useMutation(REFRESH_ORDER);
  const readBack = useAct(reload, async () => {
    const { data, error } = await refresh({ input: { orderId: id } });
    return { error, userErrors: data?.refreshOrder.userErrors };
  });
  // Only card orders on the merchant's own page can be retried. Other methods need a new order.
  const canRetry = mayCreate && method === 'CARD_H2H' && status !== 'PAID';
  return (
    <div className={css.acting}>
      <div className={css.actions}>
        {paymentLink !== null && isSandbox ? (
          <a href={paymentLink} target="_blank" rel="noreferrer">
            {text('order.openLink')}
          </a>
        ) : null}
        {paymentLink === null ? null : <CopyButton value={paymentLink} word={text('order.copyLink')} />}
        {mayRefresh ? (
          <Button disabled={readBack.isUnderWay} onClick={readBack.run}>
            {text('order.refresh')}
          </Button>
        ) : null}
        {mayRefresh && status === 'UNCONFIRMED' ? (
          <SettleOrder order={order} isProposed={isProposed} onDone={reload} />
        ) : null}
        {canRetry ? (
          <Button
            onClick={() => {
              setIsRetrying(true);
            }}
          >
            {text('order.retry')}
          </Button>
        ) : null}
      </div>
      <Problem act={readBack} />
      {isRetrying ? (
        <RetryDialog
          order={order}
          onClose={() => {
            setIsRetrying(false);
            // Reload after a refusal too: it often means that the shown state is outdated.
            reload();
          }}
        />
      ) : null}
    </div>
  );
}
