import type { ReactElement } from 'react';
import { useMutation } from 'urql';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { Facts } from '../../design/facts.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { useAct } from '../../live/use-act.js';
import { formatAmount } from '../../text/amount.js';
import { useText } from '../../text/use-text.js';
import { APPROVE_PAYOUT, DECLINE_PAYOUT, type Payout, WITHDRAW_PAYOUT } from './payout-documents.js';

interface PayoutDialogProps {
  readonly payout: Payout;
  /** Called when the dialog closes, whatever the outcome; nothing shows as done before the server answers. */
  readonly onClose: () => void;
}

/** Approves exactly the shown content, by sending its hash. A payout that changed since is refused. */
export function ApproveDialog(props: PayoutDialogProps): ReactElement {
  const text = useText();
  const { payout, onClose } = props;
  const [, approve] = useMutation(APPROVE_PAYOUT);
  const act = useAct(onClose, async () => {
    const { data, error } = await approve({ input: { payoutId: payout.id, contentHash: payout.contentHash } });
    return { error, userErrors: data?.approvePayout.userErrors };
  });
  return (
    <Dialog
      title={text('payout.approveTitle')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('payout.approve')} />}
    >
      <PayoutContent payout={payout} />
      <Problem act={act} />
    </Dialog>
  );
}

export function DeclineDialog(props: PayoutDialogProps): ReactElement {
  const text = useText();
  const { payout, onClose } = props;
  const [, decline] = useMutation(DECLINE_PAYOUT);
  return (
    <ReasonDialog
      title={text('payout.declineTitle')}
      words={<PayoutContent payout={payout} />}
      word={text('payout.decline')}
      onClose={onClose}
      onReason={async (reason) => {
        const { data, error } = await decline({ input: { payoutId: payout.id, reason } });
        return { error, userErrors: data?.declinePayout.userErrors };
      }}
    />
  );
}

export function WithdrawDialog(props: PayoutDialogProps): ReactElement {
  const text = useText();
  const { payout, onClose } = props;
  const [, withdraw] = useMutation(WITHDRAW_PAYOUT);
  const act = useAct(onClose, async () => {
    const { data, error } = await withdraw({ input: { payoutId: payout.id } });
    return { error, userErrors: data?.withdrawPayout.userErrors };
  });
  return (
    <Dialog
      title={text('payout.withdrawTitle')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="danger" word={text('payout.withdraw')} />}
    >
      <PayoutContent payout={payout} />
      <Problem act={act} />
    </Dialog>
  );
}

/** Shows the payout's amount and recipient in its dialogs. */
export function PayoutContent({ payout }: { readonly payout: Payout }): ReactElement {
  const text = useText();
  return (
    <Facts
      facts={[
        [text('payout.amount'), formatAmount(payout.amount, payout.currency)],
        [text('payout.recipient'), payout.recipient.requisites],
        [text('payout.destination'), payout.destination],
      ]}
    />
  );
}
