import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { SelectField } from '../../design/choices.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { useText } from '../../text/use-text.js';
import { type Payout, SETTLE_PAYOUT } from './payout-documents.js';

const ENDS = ['PAID', 'NOT_PAID'] as const;

interface SettleDialogProps {
  readonly payout: Payout;
  readonly onClose: () => void;
}

/** Proposes how a payout ended whose answers are absent or not believed. Another person has to confirm it. */
export function SettleDialog({ payout, onClose }: SettleDialogProps): ReactElement {
  const text = useText();
  const [chosen, setChosen] = useState('');
  const [, settle] = useMutation(SETTLE_PAYOUT);
  return (
    <ReasonDialog
      title={text('payout.settleTitle')}
      words={payout.problem}
      label={text('resolution.reference')}
      word={text('payout.settlePropose')}
      onClose={onClose}
      onReason={async (reference) => {
        const end = ENDS.find((known) => known === chosen);
        if (!end) return text('payout.settleChoose');
        const { data, error } = await settle({ input: { payoutId: payout.id, end, reference } });
        return error ? error.message : data?.settlePayout.userErrors[0]?.message;
      }}
    >
      <SelectField
        label={text('payout.settleEnd')}
        value={chosen}
        choices={[
          { value: '', word: text('payout.settleChoose') },
          ...ENDS.map((value) => ({ value, word: text(`payout.settleEnd.${value}`) })),
        ]}
        onChange={setChosen}
      />
    </ReasonDialog>
  );
}
