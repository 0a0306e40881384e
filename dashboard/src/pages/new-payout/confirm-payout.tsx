import type { ReactElement } from 'react';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { Facts } from '../../design/facts.js';
import type { Act } from '../../live/use-act.js';
import { formatAmount } from '../../text/amount.js';
import { useText } from '../../text/use-text.js';
import type { Foreseen, Preview } from './new-payout-documents.js';
import { PayoutConsequences } from './payout-consequences.js';

interface ConfirmPayoutProps {
  readonly preview: Preview & { readonly foreseen: Foreseen };
  /** The destination's name for people. */
  readonly destination: string;
  readonly recipientName: string;
  readonly act: Act;
  readonly onClose: () => void;
}

/** Restates amount, recipient, destination and consequence before the payout is created. */
export function ConfirmPayout(props: ConfirmPayoutProps): ReactElement {
  const { preview, destination, recipientName, act, onClose } = props;
  const text = useText();
  const { amount, currency, maskedRequisites } = preview.foreseen;
  return (
    <Dialog
      title={text('newPayout.confirm')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('newPayout.create')} />}
    >
      <Facts
        facts={[
          [text('newPayout.amount'), formatAmount(amount, currency)],
          [text('newPayout.recipient'), [recipientName, maskedRequisites].filter((part) => part !== '').join(', ')],
          [text('newPayout.destination'), destination],
        ]}
      />
      <PayoutConsequences preview={preview} />
      <Problem act={act} />
    </Dialog>
  );
}
