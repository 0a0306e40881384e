import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { SelectField } from '../../design/choices.js';
import { Facts } from '../../design/facts.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { useFacts } from '../../text/fact.js';
import { useText } from '../../text/use-text.js';
import { ComparedSides } from './compared-sides.js';
import { CLOSE_DISCREPANCY, CLOSE_LOST_PAYMENT, type Discrepancy } from './discrepancies-documents.js';
import type { Sides } from './use-sides.js';

const ANSWERS = ['THIS', 'ANOTHER'] as const;

interface CloseDialogProps {
  readonly discrepancy: Discrepancy;
  readonly sides: Sides;
  /** Whether it is a payment without a payout. Closing one takes two people. */
  readonly isLost: boolean;
  readonly onClose: () => void;
}

/** Closes a discrepancy, or proposes to close one that takes two people. */
export function CloseDialog({ isLost, ...props }: CloseDialogProps): ReactElement {
  return isLost ? <CloseLostDialog {...props} /> : <CloseDiscrepancyDialog {...props} />;
}

type DialogProps = Omit<CloseDialogProps, 'isLost'>;

function CloseDiscrepancyDialog({ discrepancy, sides, onClose }: DialogProps): ReactElement {
  const text = useText();
  const { id, asksWhetherThisPayout } = discrepancy;
  const [chosen, setChosen] = useState('');
  const answer = ANSWERS.find((known) => known === chosen);
  const [, close] = useMutation(CLOSE_DISCREPANCY);
  return (
    <ReasonDialog
      title={text('discrepancy.closeTitle')}
      words={
        <>
          <ComparedSides sides={sides} />
          <p>{text('discrepancy.closeWords')}</p>
        </>
      }
      label={text('discrepancy.note')}
      field="note"
      emptyProblem={text('discrepancy.noteNeeded')}
      word={text('discrepancy.closeTitle')}
      tone="primary"
      onClose={onClose}
      otherFields={asksWhetherThisPayout ? ['isThisPayout'] : []}
      onReason={async (note) => {
        const isThisPayout = answer === undefined ? null : answer === 'THIS';
        const { data, error } = await close({ input: { discrepancyId: id, note, isThisPayout } });
        return { error, userErrors: data?.closeDiscrepancy.userErrors };
      }}
      renderOthers={(problemOf) =>
        asksWhetherThisPayout ? (
          <SelectField
            label={text('discrepancy.answer')}
            hint={answer && text(`discrepancy.answerHint.${answer}`)}
            problem={answer ? null : problemOf('isThisPayout')}
            value={chosen}
            choices={[
              { value: '', word: text('discrepancy.chooseAnswer') },
              ...ANSWERS.map((value) => ({ value, word: text(`discrepancy.answer.${value}`) })),
            ]}
            onChange={setChosen}
          />
        ) : null
      }
    />
  );
}

function CloseLostDialog({ discrepancy, sides, onClose }: DialogProps): ReactElement {
  const text = useText();
  const facts = useFacts(sides.theirs);
  const [, close] = useMutation(CLOSE_LOST_PAYMENT);
  return (
    <ReasonDialog
      title={text('discrepancy.lostTitle')}
      words={
        <>
          <Facts facts={[...facts, [text('discrepancy.account'), discrepancy.account.name]]} />
          <p>{text('discrepancy.lostWords')}</p>
        </>
      }
      label={text('resolution.reference')}
      field="reference"
      emptyProblem={text('resolution.referenceNeeded')}
      word={text('discrepancy.proposeClose')}
      onClose={onClose}
      onReason={async (reference) => {
        const { data, error } = await close({ input: { discrepancyId: discrepancy.id, reference } });
        return { error, userErrors: data?.closeLostPayment.userErrors };
      }}
    />
  );
}
