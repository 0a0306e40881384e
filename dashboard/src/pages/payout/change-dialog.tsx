import { type ReactElement, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { FailureNotice, Loading } from '../../design/notice.js';
import { useCreation } from '../../live/use-creation.js';
import { useText } from '../../text/use-text.js';
import { DESTINATIONS } from '../new-payout/new-payout-documents.js';
import { fieldsOf } from '../new-payout/payout-draft.js';
import { RecipientField } from '../new-payout/recipient-field.js';
import { CHANGE_PAYOUT, type Payout } from './payout-documents.js';
import { changesOf } from './payout-changes.js';

interface ChangeDialogProps {
  readonly payout: Payout;
  readonly onClose: () => void;
}

/** Changes a payout before it is sent. Existing approvals become void. */
export function ChangeDialog({ payout, onClose }: ChangeDialogProps): ReactElement {
  const text = useText();
  const { currency, paymentType } = payout;
  const [amount, setAmount] = useState(payout.amount);
  const [note, setNote] = useState(payout.note ?? '');
  const [recipient, setRecipient] = useState<Readonly<Record<string, string>>>({});
  const [{ data, error }, retry] = useQuery({ query: DESTINATIONS });
  const destination = data?.payoutDestinations.find(({ id }) => id === payout.destination);
  const [, change] = useMutation(CHANGE_PAYOUT);
  const asked = destination ? fieldsOf(destination, { currency, paymentType }) : [];
  const shown = ['amount', 'note', ...asked.map(({ name }) => `recipient.${name}`)];
  const { act, problemOf } = useCreation(shown, async () => {
    const changes = changesOf(payout, { amount, note, recipient });
    if (changes === null) return { failure: text('change.nothing'), userErrors: [], onCreated: null };
    const answer = await change({ input: { payoutId: payout.id, ...changes } });
    const userErrors = answer.data?.changePayout.userErrors ?? [];
    const isDone = answer.data !== undefined && userErrors.length === 0;
    return { failure: answer.error, userErrors, onCreated: isDone ? onClose : null };
  });
  return (
    <Dialog
      title={text('payout.changeTitle')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('change.change')} />}
    >
      <p>{text('change.words')}</p>
      <Field
        label={text('newPayout.amount')}
        hint={destination?.currencies.find(({ code }) => code === currency)?.amountRule}
        value={amount}
        problem={problemOf('amount')}
        onChange={({ target }) => {
          setAmount(target.value);
        }}
      />
      <Field
        label={text('newPayout.note')}
        value={note}
        problem={problemOf('note')}
        onChange={({ target }) => {
          setNote(target.value);
        }}
      />
      {error ? <FailureNotice failure={failureOf(error)} onRetry={retry} /> : null}
      {data || error ? null : <Loading />}
      {destination ? <p>{text('change.recipientWords', { requisites: payout.recipient.requisites })}</p> : null}
      {asked.map((field) => (
        <RecipientField
          key={field.name}
          field={field}
          value={recipient[field.name] ?? ''}
          problem={problemOf(`recipient.${field.name}`)}
          onChange={(value) => {
            setRecipient({ ...recipient, [field.name]: value });
          }}
        />
      ))}
      <Problem act={act} />
    </Dialog>
  );
}
