import { type ReactElement, type ReactNode, useState } from 'react';
import type { Answer } from '../live/problems.js';
import { type Act, useAct } from '../live/use-act.js';
import { useText } from '../text/use-text.js';
import { ActButton, Problem } from './act-button.js';
import { Dialog } from './dialog.js';
import { Field } from './field.js';

interface ReasonDialogProps {
  readonly title: string;
  /** Explains the effect; null if the title does. */
  readonly words: ReactNode;
  /** The field's label; by default `Reason`. */
  readonly label?: string;
  /** The field's name in the mutation's input. */
  readonly field?: 'reason' | 'reference' | 'note' | 'providerOrderId';
  /** Shown by the form itself if the field is empty. */
  readonly emptyProblem?: string;
  /** The label of the confirm button. */
  readonly word: string;
  readonly tone?: 'primary' | 'danger';
  /** Further input fields, above the reason, which show their own problems. */
  readonly otherFields?: readonly string[];
  readonly renderOthers?: (problemOf: Act['problemOf']) => ReactNode;
  readonly onClose: () => void;
  /** Performs the action and returns its problems. */
  readonly onReason: (reason: string) => Promise<Answer>;
}

/** Asks for the reason of an action. A refusal appears at the field it names, or below all fields. */
export function ReasonDialog({
  title,
  words,
  label,
  field = 'reason',
  emptyProblem,
  word,
  tone = 'danger',
  otherFields = [],
  renderOthers,
  onClose,
  onReason,
}: ReasonDialogProps): ReactElement {
  const text = useText();
  const [reason, setReason] = useState('');
  const act = useAct(onClose, async () => {
    if (reason.trim() !== '') return onReason(reason.trim());
    return { userErrors: [{ field: [field], message: emptyProblem ?? text('reason.needed') }] };
  }, [field, ...otherFields]);
  return (
    <Dialog title={title} isOpen onClose={onClose} action={<ActButton act={act} tone={tone} word={word} />}>
      {typeof words === 'string' ? <p>{words}</p> : words}
      {renderOthers?.(act.problemOf)}
      <Field
        label={label ?? text('reason.label')}
        value={reason}
        problem={act.problemOf(field)}
        onChange={({ target }) => {
          setReason(target.value);
          act.forget(field);
        }}
      />
      <Problem act={act} />
    </Dialog>
  );
}
