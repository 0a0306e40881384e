import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { Facts } from '../../design/facts.js';
import { Field } from '../../design/field.js';
import { useAct } from '../../live/use-act.js';
import { formatAmount } from '../../text/amount.js';
import { useText } from '../../text/use-text.js';
import { APPROVE_PAYOUT, DECLINE_PAYOUT, type Payout, WITHDRAW_PAYOUT } from './payout-documents.js';

interface PayoutDialogProps {
  readonly payout: Payout;
  /** Called when it is closed, whatever came of it: nothing is shown as done before the answer is there. */
  readonly onClose: () => void;
}

/** Approves exactly what the dialog shows: the hash of the content goes along, and a payout changed since is refused. */
export function ApproveDialog(props: PayoutDialogProps): ReactElement {
  const text = useText();
  const { payout, onClose } = props;
  const [, approve] = useMutation(APPROVE_PAYOUT);
  const act = useAct(onClose, async () => {
    const { data, error } = await approve({ input: { payoutId: payout.id, contentHash: payout.contentHash } });
    return error ? error.message : data?.approvePayout.userErrors[0]?.message;
  });
  return (
    <Dialog
      title={text('payout.approveTitle')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('payout.approve')} />}
    >
      <Content payout={payout} />
      <Problem act={act} />
    </Dialog>
  );
}

export function DeclineDialog(props: PayoutDialogProps): ReactElement {
  const text = useText();
  const { payout, onClose } = props;
  const [reason, setReason] = useState('');
  const [, decline] = useMutation(DECLINE_PAYOUT);
  const act = useAct(onClose, async () => {
    if (reason.trim() === '') return text('reason.needed');
    const { data, error } = await decline({ input: { payoutId: payout.id, reason: reason.trim() } });
    return error ? error.message : data?.declinePayout.userErrors[0]?.message;
  });
  return (
    <Dialog
      title={text('payout.declineTitle')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="danger" word={text('payout.decline')} />}
    >
      <Content payout={payout} />
      <Field
        label={text('reason.label')}
        value={reason}
        problem={act.problem}
        onChange={({ target }) => {
          setReason(target.value);
        }}
      />
    </Dialog>
  );
}

export function WithdrawDialog(props: PayoutDialogProps): ReactElement {
  const text = useText();
  const { payout, onClose } = props;
  const [, withdraw] = useMutation(WITHDRAW_PAYOUT);
  const act = useAct(onClose, async () => {
    const { data, error } = await withdraw({ input: { payoutId: payout.id } });
    return error ? error.message : data?.withdrawPayout.userErrors[0]?.message;
  });
  return (
    <Dialog
      title={text('payout.withdrawTitle')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="danger" word={text('payout.withdraw')} />}
    >
      <Content payout={payout} />
      <Problem act={act} />
    </Dialog>
  );
}

function Content({ payout }: { readonly payout: Payout }): ReactElement {
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
