import type { ReactElement } from 'react';
import { Field } from '../../design/field.js';
import { useText } from '../../text/use-text.js';
import type { CustomerField } from './order-draft.js';

/** Payer data by field name. */
export type Payer = Readonly<Record<string, string>>;

interface PayerFieldsProps {
  /** The fields that the terminal requires. */
  readonly fields: readonly CustomerField[];
  readonly payer: Payer;
  readonly problemOf: (path: string) => string | null;
  readonly onChange: (payer: Payer) => void;
}

/** Inputs for the payer data that the order's method requires. */
export function PayerFields({ fields, payer, problemOf, onChange }: PayerFieldsProps): ReactElement {
  const text = useText();
  return (
    <>
      {fields.map((asked) => (
        <Field
          key={asked}
          label={text(`customer.${asked}`)}
          autoComplete="off"
          value={payer[asked] ?? ''}
          problem={problemOf(`customer.${asked}`)}
          onChange={({ target }) => {
            onChange({ ...payer, [asked]: target.value });
          }}
        />
      ))}
    </>
  );
}
