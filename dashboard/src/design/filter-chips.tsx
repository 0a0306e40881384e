import type { ReactElement } from 'react';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import { type FilterField, type FilterValues, wordOf } from './filter-form.js';

interface FilterChipsProps {
  readonly fields: readonly FilterField[];
  readonly values: FilterValues;
  readonly onRemove: (name: string) => void;
}

/** Lists the active filters, each with a button to remove it. */
export function FilterChips({ fields, values, onRemove }: FilterChipsProps): ReactElement {
  const text = useText();
  const set = fields.flatMap((field) => {
    const value = values[field.name];
    return value === undefined ? [] : [{ name: field.name, filter: field.label, value: wordOf(field, value) }];
  });
  return (
    <>
      {set.map(({ name, filter, value }) => (
        <Button
          key={name}
          aria-label={text('filter.remove', { filter, value })}
          onClick={() => {
            onRemove(name);
          }}
        >
          {text('filter.is', { filter, value })} <span aria-hidden="true">✕</span>
        </Button>
      ))}
    </>
  );
}
