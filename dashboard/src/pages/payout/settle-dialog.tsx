import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { SelectField } from '../../design/choices.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { storedProblem } from '../../text/problem.js';
import { useText } from '../../text/use-text.js';
import { PayoutContent } from './payout-dialogs.js';
import { type Payout, SETTLE_PAYOUT } from './payout-documents.js';

const ENDS = ['PAID', 'NOT_PAID'] as const;

interface SettleDialogProps {
  readonly payout: Payout;
  readonly onClose: () => void;
}

/** Proposes the outcome of a payout whose provider data is missing or implausible. Another person must confirm it. */
export function SettleDialog({ payout, onClose }: SettleDialogProps): ReactElement {
  const text = useText();
  const [chosen, setChosen] = useState('');
  const [, settle] = useMutation(SETTLE_PAYOUT);
  const end = ENDS.find((known) => known === chosen);
  return (
    <ReasonDialog
      title={text('payout.settleTitle')}
      words={
        <>
          <PayoutContent payout={payout} />
          {payout.problem === null ? null : <p>{storedProblem(payout.problem)}</p>}
          <p>{text('payout.settleWords')}</p>
        </>
      }
      label={text('resolution.reference')}
      field="reference"
      emptyProblem={text('resolution.referenceNeeded')}
      word={text(end ? `payout.settlePropose.${end}` : 'payout.settlePropose')}
      tone={end === 'NOT_PAID' ? 'danger' : 'primary'}
      onClose={onClose}
      otherFields={['end']}
      onReason={async (reference) => {
        if (!end) return { userErrors: [{ field: ['end'], message: text('payout.settleChoose') }] };
        const { data, error } = await settle({ input: { payoutId: payout.id, end, reference } });
        return { error, userErrors: data?.settlePayout.userErrors };
      }}
      renderOthers={(problemOf) => (
        <SelectField
          label={text('payout.settleEnd')}
          hint={end && text(`payout.settleHint.${end}`)}
          problem={end ? null : problemOf('end')}
          value={chosen}
          choices={[
            { value: '', word: text('payout.settleChoose') },
            ...ENDS.map((value) => ({ value, word: text(`payout.settleEnd.${value}`) })),
          ]}
          onChange={setChosen}
        />
      )}
    />
  );
}
