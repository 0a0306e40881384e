import { type ReactElement, type ReactNode, useState } from 'react';
import { useAct } from '../live/use-act.js';
import { useText } from '../text/use-text.js';
import { ActButton } from './act-button.js';
import { Dialog } from './dialog.js';
import { Field } from './field.js';

interface ReasonDialogProps {
  readonly title: string;
  /** Says what happens; null where the title does. */
  readonly words: string | null;
  /** Of the field; `Reason` unless said otherwise. */
  readonly label?: string;
  /** On the button that does it. */
  readonly word: string;
  readonly tone?: 'primary' | 'danger';
  /** Further questions, above the reason. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
  /** Does it, and answers what is wrong; undefined when it is done. */
  readonly onReason: (reason: string) => Promise<string | undefined>;
}

/** Asks for the reason of an action. */
export function ReasonDialog({
  title,
  words,
  label,
  word,
  tone = 'danger',
  children,
  onClose,
  onReason,
}: ReasonDialogProps): ReactElement {
  const text = useText();
  const [reason, setReason] = useState('');
  const act = useAct(onClose, async () =>
    reason.trim() === '' ? text('reason.needed') : await onReason(reason.trim()),
  );
  return (
    <Dialog title={title} isOpen onClose={onClose} action={<ActButton act={act} tone={tone} word={word} />}>
      {words === null ? null : <p>{words}</p>}
      {children}
      <Field
        label={label ?? text('reason.label')}
        value={reason}
        problem={act.problem}
        onChange={({ target }) => {
          setReason(target.value);
        }}
      />
    </Dialog>
  );
}
