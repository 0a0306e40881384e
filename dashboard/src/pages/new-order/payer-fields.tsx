import type { ReactElement } from 'react';
import { Field } from '../../design/field.js';
import { useText } from '../../text/use-text.js';
import type { CustomerField } from './order-draft.js';

/** Of the payer, by the names of the fields. */
export type Payer = Readonly<Record<string, string>>;

interface PayerFieldsProps {
  /** Those that the terminal asks for. */
  readonly fields: readonly CustomerField[];
  readonly payer: Payer;
  readonly problemOf: (path: string) => string | null;
  readonly onChange: (payer: Payer) => void;
}

/** Fields of the payer, those that the method of the order asks for. */
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
