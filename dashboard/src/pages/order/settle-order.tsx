import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { Button } from '../../design/button.js';
import { Facts } from '../../design/facts.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { CLOSE_ORDER, type Order, REFRESH_ORDER } from './order-documents.js';

interface SettleOrderProps {
  readonly order: Order;
  /** Whether someone has already proposed to close the order as not paid. */
  readonly isProposed: boolean;
  /** Called when a dialog closes, whatever the outcome. */
  readonly onDone: () => void;
}

/** Resolves an unconfirmed order: enter its id at the provider, or propose to close it as not paid. */
export function SettleOrder({ order, isProposed, onDone }: SettleOrderProps): ReactElement {
  const text = useText();
  const { id } = order;
  const [asked, setAsked] = useState<'NAME' | 'CLOSE' | null>(null);
  const [, refresh] = useMutation(REFRESH_ORDER);
  const [, close] = useMutation(CLOSE_ORDER);
  const done = (): void => {
    setAsked(null);
    onDone();
  };
  return (
    <>
      <Button
        onClick={() => {
          setAsked('NAME');
        }}
      >
        {text('order.name')}
      </Button>
      {isProposed ? null : (
        <Button
          onClick={() => {
            setAsked('CLOSE');
          }}
        >
          {text('order.close')}
        </Button>
      )}
      {asked === 'NAME' ? (
        <ReasonDialog
          title={text('order.name')}
          words={
            <>
              <OrderContent order={order} />
              <p>{text('order.nameWords')}</p>
            </>
          }
          label={text('order.providerId')}
          field="providerOrderId"
          emptyProblem={text('order.nameNeeded')}
          word={text('order.nameWord')}
          tone="primary"
          onClose={done}
          onReason={async (providerOrderId) => {
            const { data, error } = await refresh({ input: { orderId: id, providerOrderId } });
            return { error, userErrors: data?.refreshOrder.userErrors };
          }}
        />
      ) : null}
      {asked === 'CLOSE' ? (
        <ReasonDialog
          title={text('order.close')}
          words={
            <>
              <OrderContent order={order} />
              <p>{text('order.closeWords')}</p>
            </>
          }
          label={text('resolution.reference')}
          field="reference"
          emptyProblem={text('resolution.referenceNeeded')}
          word={text('order.closePropose')}
          onClose={done}
          onReason={async (reference) => {
            const { data, error } = await close({ input: { orderId: id, reference } });
            return { error, userErrors: data?.closeUnconfirmedOrder.userErrors };
          }}
        />
      ) : null}
    </>
  );
}

/** Shows the order's amount and ids in its dialogs. */
function OrderContent({ order }: { readonly order: Order }): ReactElement {
  const text = useText();
  return (
    <Facts
      facts={[
        [text('order.amount'), formatAmount(order.amount, order.currency ?? '')],
        [text('newOrder.externalId'), order.externalId],
        [text('order.created'), <ExactTime key="created" at={order.createdAt} />],
      ]}
    />
  );
}
