import type { ReactElement } from 'react';
import { SelectField } from '../../design/choices.js';
import { Field } from '../../design/field.js';
import { useText } from '../../text/use-text.js';
import type { Destination } from './new-payout-documents.js';

interface RecipientFieldProps {
  readonly field: Destination['fields'][number];
  readonly value: string;
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
}

/** An input for a field of the recipient. Its hint is the API's validation rule. */
export function RecipientField({ field, value, problem, onChange }: RecipientFieldProps): ReactElement {
  const text = useText();
  const { label, rule, example, choices, presence } = field;
  const shown = presence === 'REQUIRED' ? label : text('newPayout.optional', { label });
  if (choices.length > 0) {
    return (
      <SelectField
        label={shown}
        hint={problem ?? rule}
        choices={[{ value: '', word: '' }, ...choices.map((choice) => ({ value: choice, word: choice }))]}
        value={value}
        onChange={onChange}
      />
    );
  }
  return (
    <Field
      label={shown}
      hint={rule}
      placeholder={example}
      autoComplete="off"
      value={value}
      problem={problem}
      onChange={({ target }) => {
        onChange(target.value);
      }}
    />
  );
}
