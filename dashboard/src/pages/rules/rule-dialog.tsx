import { type ReactElement, useState } from 'react';
import { ActButton } from '../../design/act-button.js';
import { SelectField } from '../../design/choices.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import type { RuleField, RuleValues } from './rule-fields.js';

interface RuleDialogProps {
  readonly title: string;
  /** Names the rule that is changed; null for a new one. */
  readonly about: string | null;
  readonly fields: readonly RuleField[];
  readonly initial: RuleValues;
  readonly onClose: () => void;
  readonly onPropose: (values: RuleValues, reason: string) => Promise<string | undefined>;
}

/** Asks how a rule shall be, and why. */
export function RuleDialog({ title, about, fields, initial, onClose, onPropose }: RuleDialogProps): ReactElement {
  const text = useText();
  const [values, setValues] = useState(initial);
  const [reason, setReason] = useState('');
  const act = useAct(onClose, async () => {
    // Without it the API would take the rule away.
    if (fields.some(({ name, isNeeded }) => isNeeded && !values[name]?.trim())) return text('rules.valueNeeded');
    if (reason.trim() === '') return text('reason.needed');
    return onPropose(values, reason.trim());
  });
  const change = (name: string, value: string): void => {
    setValues({ ...values, [name]: value });
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('rules.propose')} />}
    >
      {about === null ? null : <p>{about}</p>}
      {fields.map(({ name, label, choices }) =>
        choices ? (
          <SelectField
            key={name}
            label={label}
            choices={choices}
            value={values[name] ?? ''}
            onChange={(value) => {
              change(name, value);
            }}
          />
        ) : (
          <Field
            key={name}
            label={label}
            value={values[name] ?? ''}
            onChange={({ target }) => {
              change(name, target.value);
            }}
          />
        ),
      )}
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
