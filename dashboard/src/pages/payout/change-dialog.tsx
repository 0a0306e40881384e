import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { useCreation } from '../../live/use-creation.js';
import { useText } from '../../text/use-text.js';
import { CHANGE_PAYOUT, type Payout } from './payout-documents.js';
import { changesOf } from './payout-changes.js';
import { CorrectionFields, untouched, useCorrectable } from './payout-corrections.js';

interface ChangeDialogProps {
  readonly payout: Payout;
  readonly onClose: () => void;
}

/** Changes a payout before it is sent. Existing approvals become void. */
export function ChangeDialog({ payout, onClose }: ChangeDialogProps): ReactElement {
  const text = useText();
  const [typed, setTyped] = useState(() => untouched(payout));
  const correctable = useCorrectable(payout);
  const [, change] = useMutation(CHANGE_PAYOUT);
  const { act, problemOf } = useCreation(correctable.paths, async () => {
    const changes = changesOf(payout, typed);
    if (changes === null) return { failure: text('change.nothing'), userErrors: [], onCreated: null };
    const answer = await change({ input: { payoutId: payout.id, ...changes } });
    const userErrors = answer.data?.changePayout.userErrors ?? [];
    const isDone = answer.data !== undefined && userErrors.length === 0;
    return { failure: answer.error, userErrors, onCreated: isDone ? onClose : null };
  });
  return (
    <Dialog
      title={text('payout.changeTitle')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('change.change')} />}
    >
      <p>{text('change.words')}</p>
      <CorrectionFields {...{ payout, correctable, typed, problemOf }} onType={setTyped} />
      <Problem act={act} />
    </Dialog>
  );
}
