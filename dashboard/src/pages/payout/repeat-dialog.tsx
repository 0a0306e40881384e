import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { Facts } from '../../design/facts.js';
import { useCreation } from '../../live/use-creation.js';
import { useText } from '../../text/use-text.js';
import { reasonOf } from '../payouts/failure-reason.js';
import { changesOf } from './payout-changes.js';
import { CorrectionFields, untouched, useCorrectable } from './payout-corrections.js';
import { PayoutContent } from './payout-dialogs.js';
import { type Payout, REPEAT_PAYOUT } from './payout-documents.js';

interface RepeatDialogProps {
  readonly payout: Payout;
  readonly onClose: () => void;
}

/** Pays a payout that ended unpaid again, with corrections, and shows the new payout. */
export function RepeatDialog({ payout, onClose }: RepeatDialogProps): ReactElement {
  const text = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(() => untouched(payout));
  const correctable = useCorrectable(payout);
  const [, repeat] = useMutation(REPEAT_PAYOUT);
  const { act, problemOf } = useCreation(correctable.paths, async (idempotencyKey) => {
    const input = { idempotencyKey, payoutId: payout.id, ...changesOf(payout, typed) };
    const { data, error } = await repeat({ input });
    const { payout: made, userErrors = [] } = data?.repeatPayout ?? {};
    const open = (id: string) => (): void => {
      onClose();
      void navigate({ to: '/payouts/$id', params: { id } });
    };
    return { failure: error, userErrors, onCreated: made ? open(made.id) : null };
  });
  return (
    <Dialog
      title={text('payout.repeatTitle')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('payout.repeat')} />}
    >
      <PayoutContent payout={payout} />
      <Facts facts={[[text('payout.endedBecause'), reasonOf(payout, text)]]} />
      <p>{text('payout.repeatWords')}</p>
      <CorrectionFields {...{ payout, correctable, typed, problemOf }} onType={setTyped} />
      <Problem act={act} />
    </Dialog>
  );
}
