import type { ReactElement } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Field } from '../../design/field.js';
import { FailureNotice, Loading } from '../../design/notice.js';
import { useText } from '../../text/use-text.js';
import { DESTINATIONS } from '../new-payout/new-payout-documents.js';
import { fieldsOf } from '../new-payout/payout-draft.js';
import { RecipientField } from '../new-payout/recipient-field.js';
import type { Typed } from './payout-changes.js';
import type { Payout } from './payout-documents.js';

type Correctable = ReturnType<typeof useCorrectable>;

/** Loads the fields of a payout that its destination lets people correct. */
export function useCorrectable({ destination: wanted, currency, paymentType }: Payout) {
  const [{ data, error }, retry] = useQuery({ query: DESTINATIONS });
  const destination = data?.payoutDestinations.find(({ id }) => id === wanted);
  const recipientFields = destination ? fieldsOf(destination, { currency, paymentType }) : [];
  return {
    recipientFields,
    amountRule: destination?.currencies.find(({ code }) => code === currency)?.amountRule,
    /** Paths in the input. */
    paths: ['amount', 'note', ...recipientFields.map(({ name }) => `recipient.${name}`)],
    isLoading: !data && !error,
    failure: error ? failureOf(error) : null,
    retry,
  };
}

/** The values before anything is typed. Recipient fields start empty, because the recipient is masked. */
export function untouched({ amount, note }: Payout): Typed {
  return { amount, note: note ?? '', recipient: {} };
}

interface CorrectionFieldsProps {
  readonly payout: Payout;
  readonly correctable: Correctable;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  readonly problemOf: (path: string) => string | null;
}

export function CorrectionFields(props: CorrectionFieldsProps): ReactElement {
  const { payout, correctable, typed, onType, problemOf } = props;
  const { recipientFields, amountRule, isLoading, failure, retry } = correctable;
  const text = useText();
  return (
    <>
      <Field
        label={text('newPayout.amount')}
        hint={amountRule}
        value={typed.amount}
        problem={problemOf('amount')}
        onChange={({ target }) => {
          onType({ ...typed, amount: target.value });
        }}
      />
      <Field
        label={text('newPayout.note')}
        value={typed.note}
        problem={problemOf('note')}
        onChange={({ target }) => {
          onType({ ...typed, note: target.value });
        }}
      />
      {failure ? <FailureNotice failure={failure} onRetry={retry} /> : null}
      {isLoading ? <Loading /> : null}
      {recipientFields.length > 0 ? (
        <p>{text('change.recipientWords', { requisites: payout.recipient.requisites })}</p>
      ) : null}
      {recipientFields.map((field) => (
        <RecipientField
          key={field.name}
          field={field}
          value={typed.recipient[field.name] ?? ''}
          problem={problemOf(`recipient.${field.name}`)}
          onChange={(value) => {
            onType({ ...typed, recipient: { ...typed.recipient, [field.name]: value } });
          }}
        />
      ))}
    </>
  );
}
