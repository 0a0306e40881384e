import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { useCreation } from '../../live/use-creation.js';
import { useText } from '../../text/use-text.js';
import { TERMINALS } from '../new-order/new-order-documents.js';
import { type Payer, PayerFields } from '../new-order/payer-fields.js';
import { type Order, RETRY_ORDER } from './order-documents.js';

interface RetryDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/**
 * Creates the order that replaces a failed one; the API creates at most one. Asks for the payer data again if the
 * terminal requires it, because Purser does not store it.
 */
export function RetryDialog({ order, onClose }: RetryDialogProps): ReactElement {
  const text = useText();
  const navigate = useNavigate();
  const [externalId, setExternalId] = useState('');
  const [payer, setPayer] = useState<Payer>({});
  const [{ data: terminals }] = useQuery({ query: TERMINALS });
  const methods = terminals?.accounts.find(({ id }) => id === order.account.id)?.terminalProfile.methods ?? [];
  const fields = methods.find(({ method }) => method === order.method)?.requiredFields ?? [];
  const [, retry] = useMutation(RETRY_ORDER);
  const shown = ['externalId', ...fields.map((name) => `customer.${name}`)];
  const { act, problemOf } = useCreation(shown, async () => {
    const typed = Object.entries(payer).filter(([, value]) => value.trim() !== '');
    const customer = typed.length > 0 ? Object.fromEntries(typed) : undefined;
    const { data, error } = await retry({
      input: { orderId: order.id, externalId: externalId.trim() || undefined, customer },
    });
    const made = data?.retryOrder.order;
    return {
      failure: error,
      userErrors: data?.retryOrder.userErrors ?? [],
      onCreated: made ? () => void navigate({ to: '/orders/$id', params: { id: made.id } }) : null,
    };
  });
  return (
    <Dialog
      title={text('order.retryTitle')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('order.retry')} />}
    >
      <p>{text('order.retryWhat')}</p>
      <Field
        label={text('order.newExternalId')}
        value={externalId}
        problem={problemOf('externalId')}
        onChange={({ target }) => {
          setExternalId(target.value);
        }}
      />
      <PayerFields fields={fields} payer={payer} problemOf={problemOf} onChange={setPayer} />
      <Problem act={act} />
    </Dialog>
  );
}
