import { type ReactElement, type ReactNode, useState } from 'react';
import { type Act, type Answer, useAct } from '../live/use-act.js';
import { useText } from '../text/use-text.js';
import { ActButton, Problem } from './act-button.js';
import { Dialog } from './dialog.js';
import { Field } from './field.js';

interface ReasonDialogProps {
  readonly title: string;
  /** Says what happens; null where the title does. */
  readonly words: ReactNode;
  /** Of the field; `Reason` unless said otherwise. */
  readonly label?: string;
  /** Names the field in the input of the mutation. */
  readonly field?: 'reason' | 'reference' | 'note' | 'providerOrderId';
  /** What the form itself says while the field is empty. */
  readonly emptyProblem?: string;
  /** On the button that does it. */
  readonly word: string;
  readonly tone?: 'primary' | 'danger';
  /** Further fields of the input, above the reason, which show the problem with them. */
  readonly otherFields?: readonly string[];
  readonly renderOthers?: (problemOf: Act['problemOf']) => ReactNode;
  readonly onClose: () => void;
  /** Does it, and returns what is wrong. */
  readonly onReason: (reason: string) => Promise<Answer>;
}

/** Asks for the reason of an action. A refusal stands at the field that it names, or below them all. */
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
