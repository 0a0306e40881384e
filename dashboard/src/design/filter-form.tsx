import type { ReactElement, SubmitEvent } from 'react';
import { dayOf, endOfDay, lastDayBefore, startOfDay } from '../text/day.js';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import { type Choice, SelectField } from './choices.js';
import { Field } from './field.js';
import css from './form.module.css';

/** A filter field. Its value is text; for a day, the instant at which the day begins or ends. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'amount' | 'firstDay' | 'lastDay' | 'choice';
  readonly choices?: readonly Choice[];
  readonly placeholder?: string;
}

export type FilterValues = Readonly<Partial<Record<string, string>>>;

interface FilterFormProps {
  readonly fields: readonly FilterField[];
  readonly values: FilterValues;
  readonly onFilter: (values: FilterValues) => void;
}

/** A list's filter form. It applies on submit only, because half an id matches nothing. */
export function FilterForm({ fields, values, onFilter }: FilterFormProps): ReactElement {
  const text = useText();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    onFilter(Object.fromEntries(fields.map((field) => [field.name, valueOf(field, given.get(field.name))])));
  };
  return (
    // The fields are uncontrolled, so new values need a new form.
    <form key={JSON.stringify(values)} className={css.filter} onSubmit={submit}>
      {fields.map((field) => (
        <FilterInput key={field.name} field={field} value={values[field.name]} />
      ))}
      <Button type="submit">{text('filter.apply')}</Button>
    </form>
  );
}

function FilterInput({
  field,
  value,
}: {
  readonly field: FilterField;
  readonly value?: string | undefined;
}): ReactElement {
  const text = useText();
  const { name, label, kind, choices = [], placeholder } = field;
  switch (kind) {
    case 'choice':
      return (
        <SelectField
          label={label}
          name={name}
          choices={[{ value: '', word: text('list.anyStatus') }, ...withChosen(choices, value)]}
          defaultValue={value ?? ''}
        />
      );
    case 'firstDay':
      return <Field label={label} name={name} type="date" defaultValue={value && dayOf(value)} />;
    case 'lastDay':
      return <Field label={label} name={name} type="date" defaultValue={value && lastDayBefore(value)} />;
    case 'amount':
      return (
        <Field
          label={label}
          name={name}
          inputMode="decimal"
          pattern="\d{1,12}(\.\d{1,4})?"
          title={text('filter.amountRule')}
          defaultValue={value}
        />
      );
    case 'text':
      return <Field label={label} name={name} placeholder={placeholder} defaultValue={value} autoComplete="off" />;
  }
}

/** Adds the value from the URL to the choices, in case the API has not returned them yet. */
function withChosen(choices: readonly Choice[], value: string | undefined): readonly Choice[] {
  if (value === undefined || choices.some((choice) => choice.value === value)) return choices;
  return [{ value, word: value }, ...choices];
}

function valueOf({ kind }: FilterField, given: FormDataEntryValue | null): string | undefined {
  const text = typeof given === 'string' ? given.trim() : '';
  if (text === '') return undefined;
  if (kind === 'firstDay') return startOfDay(text);
  return kind === 'lastDay' ? endOfDay(text) : text;
}

/** Formats a field's value for display. */
export function wordOf({ kind, choices = [] }: FilterField, value: string): string {
  if (kind === 'firstDay') return dayOf(value);
  if (kind === 'lastDay') return lastDayBefore(value);
  return choices.find((choice) => choice.value === value)?.word ?? value;
}
