import { type ReactElement, useState } from 'react';
import type { CombinedError } from 'urql';
import { ActButton, Problem } from '../../design/act-button.js';
import { SelectField } from '../../design/choices.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { type CreationAnswer, useCreation } from '../../live/use-creation.js';
import { useText } from '../../text/use-text.js';
import type { RuleField, RuleValues } from './rule-fields.js';

export interface ProposeAnswer extends Pick<CreationAnswer, 'userErrors'> {
  readonly failure: CombinedError | undefined;
}

export type Propose = (values: RuleValues, reason: string) => Promise<ProposeAnswer>;

export function isDone({ failure, userErrors }: ProposeAnswer): boolean {
  return failure === undefined && userErrors.length === 0;
}

function refusal(field: string, message: string): CreationAnswer {
  return { failure: undefined, userErrors: [{ field: [field], message }], onCreated: null };
}

interface RuleDialogProps {
  readonly title: string;
  /** The name of the changed rule; null for a new one. */
  readonly about: string | null;
  readonly fields: readonly RuleField[];
  readonly initial: RuleValues;
  readonly onClose: () => void;
  readonly onPropose: Propose;
}

/** Asks for the values of a rule and a reason. */
export function RuleDialog({ title, about, fields, initial, onClose, onPropose }: RuleDialogProps): ReactElement {
  const text = useText();
  const [values, setValues] = useState(initial);
  const [reason, setReason] = useState('');
  const shown = ['reason', ...fields.map(({ name }) => name)];
  const { act, problemOf } = useCreation(shown, async () => {
    // The API would read an empty value as a removal.
    const missing = fields.find(({ name, isNeeded }) => isNeeded && !values[name]?.trim());
    if (missing) return refusal(missing.name, text('rules.valueNeeded'));
    if (reason.trim() === '') return refusal('reason', text('reason.needed'));
    const answer = await onPropose(values, reason.trim());
    return { ...answer, onCreated: isDone(answer) ? onClose : null };
  });
  const change = (name: string, value: string): void => {
    setValues({ ...values, [name]: value });
  };
  return (
    <Dialog title={title} isOpen onClose={onClose} action={<ActButton act={act} tone="primary" word={title} />}>
      {about === null ? null : <p>{about}</p>}
      {fields.map(({ name, label, choices }) =>
        choices ? (
          <SelectField
            key={name}
            label={label}
            choices={choices}
            value={values[name] ?? ''}
            problem={problemOf(name)}
            onChange={(value) => {
              change(name, value);
            }}
          />
        ) : (
          <Field
            key={name}
            label={label}
            value={values[name] ?? ''}
            problem={problemOf(name)}
            onChange={({ target }) => {
              change(name, target.value);
            }}
          />
        ),
      )}
      <Field
        label={text('reason.label')}
        value={reason}
        problem={problemOf('reason')}
        onChange={({ target }) => {
          setReason(target.value);
        }}
      />
      <Problem act={act} />
    </Dialog>
  );
}
