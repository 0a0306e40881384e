import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { Button } from '../../design/button.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { useText } from '../../text/use-text.js';
import { CLOSE_ORDER, type Order, REFRESH_ORDER } from './order-documents.js';

interface SettleOrderProps {
  readonly order: Order;
  /** Called when a dialog is closed, whatever came of it. */
  readonly onDone: () => void;
}

/** The ways out of an order of which nobody knows what became: name it at the provider, or propose that it was not paid. */
export function SettleOrder({ order: { id }, onDone }: SettleOrderProps): ReactElement {
  const text = useText();
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
      <Button
        onClick={() => {
          setAsked('CLOSE');
        }}
      >
        {text('order.close')}
      </Button>
      {asked === 'NAME' ? (
        <ReasonDialog
          title={text('order.name')}
          words={text('order.nameWords')}
          label={text('order.providerId')}
          word={text('order.name')}
          tone="primary"
          onClose={done}
          onReason={async (providerOrderId) => {
            const { data, error } = await refresh({ input: { orderId: id, providerOrderId } });
            return error ? error.message : data?.refreshOrder.userErrors[0]?.message;
          }}
        />
      ) : null}
      {asked === 'CLOSE' ? (
        <ReasonDialog
          title={text('order.close')}
          words={text('order.closeWords')}
          label={text('resolution.reference')}
          word={text('order.closePropose')}
          onClose={done}
          onReason={async (reference) => {
            const { data, error } = await close({ input: { orderId: id, reference } });
            return error ? error.message : data?.closeUnconfirmedOrder.userErrors[0]?.message;
          }}
        />
      ) : null}
    </>
  );
}
