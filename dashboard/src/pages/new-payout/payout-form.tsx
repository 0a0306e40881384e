import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { SelectField } from '../../design/choices.js';
import { Field } from '../../design/field.js';
import { Panel } from '../../design/panel.js';
import { useCreation } from '../../live/use-creation.js';
import { useText } from '../../text/use-text.js';
import css from '../../design/form.module.css';
import { CREATE_PAYOUT, type CreatedPayout, type Destination } from './new-payout-documents.js';
import { draftFor, fieldsOf, type PayoutDraft, toInput } from './payout-draft.js';
import { RecipientField } from './recipient-field.js';
import { TakenExternalId } from './taken-external-id.js';

interface FormProps {
  readonly destinations: readonly Destination[];
  readonly onCreated: (created: CreatedPayout) => void;
}

/** Asks for the destination first, because it decides which fields follow. */
export function PayoutForm({ destinations, onCreated }: FormProps): ReactElement | null {
  const [first] = destinations;
  const [draft, setDraft] = useState<PayoutDraft | null>(first ? draftFor(first, null) : null);
  const destination = destinations.find(({ id }) => id === draft?.destination);
  if (!draft || !destination) return null;
  return <DraftForm {...{ destinations, destination, draft, setDraft, onCreated }} />;
}

interface DraftFormProps extends FormProps {
  readonly destination: Destination;
  readonly draft: PayoutDraft;
  readonly setDraft: (draft: PayoutDraft) => void;
}

function DraftForm({ destinations, destination, draft, setDraft, onCreated }: DraftFormProps): ReactElement {
  const text = useText();
  const [, create] = useMutation(CREATE_PAYOUT);
  const [takenBy, setTakenBy] = useState<string | null>(null);
  const shown = [
    ...['amount', 'currency', 'externalId', 'note', 'paymentType', 'serviceId'],
    ...fieldsOf(destination, draft).map(({ name }) => `recipient.${name}`),
  ];
  const { act, problemOf } = useCreation(shown, async (idempotencyKey) => {
    const { data, error } = await create({ input: toInput(draft, destination, idempotencyKey) });
    const payload = data?.createPayout;
    const isTaken = payload?.userErrors.some(({ code }) => code === 'EXTERNAL_ID_TAKEN');
    if (isTaken) setTakenBy(payload?.payout?.id ?? null);
    return {
      failure: error,
      userErrors: payload?.userErrors ?? [],
      onCreated: payload?.payout
        ? () => {
            onCreated(payload);
          }
        : null,
    };
  });
  const currency = destination.currencies.find(({ code }) => code === draft.currency);
  const type = destination.paymentTypes.find(({ code }) => code === draft.paymentType);
  const field = (name: 'amount' | 'externalId' | 'note' | 'serviceId', rule?: string): ReactElement => (
    <Field
      label={text(`newPayout.${name}`)}
      hint={rule}
      value={draft[name]}
      problem={problemOf(name)}
      onChange={({ target }) => {
        setDraft({ ...draft, [name]: target.value });
      }}
    />
  );
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!act.isUnderWay) act.run();
      }}
    >
      <Panel title={text('newPayout.where')}>
        <div className={css.fields}>
          <SelectField
            label={text('newPayout.destination')}
            hint={destination.description}
            choices={destinations.map(({ id, title }) => ({ value: id, word: title }))}
            value={draft.destination}
            onChange={(id) => {
              const chosen = destinations.find((known) => known.id === id);
              if (chosen) setDraft(draftFor(chosen, draft));
            }}
          />
          {destination.notConfigured.map((sentence) => (
            <p key={sentence} role="alert">
              {sentence}
            </p>
          ))}
          <SelectField
            label={text('newPayout.currency')}
            choices={destination.currencies.map(({ code }) => ({ value: code, word: code }))}
            value={draft.currency}
            problem={problemOf('currency')}
            onChange={(code) => {
              setDraft({ ...draft, currency: code });
            }}
          />
          <SelectField
            label={text('newPayout.paymentType')}
            hint={type?.description}
            choices={destination.paymentTypes.map(({ code }) => ({ value: code, word: code }))}
            value={draft.paymentType}
            problem={problemOf('paymentType')}
            onChange={(code) => {
              setDraft({ ...draft, paymentType: code });
            }}
          />
          {field('amount', currency?.amountRule)}
        </div>
      </Panel>
      <Panel title={text('newPayout.recipient')}>
        <div className={css.fields}>
          {fieldsOf(destination, draft).map((asked) => (
            <RecipientField
              key={asked.name}
              field={asked}
              value={draft.recipient[asked.name] ?? ''}
              problem={problemOf(`recipient.${asked.name}`)}
              onChange={(value) => {
                setDraft({ ...draft, recipient: { ...draft.recipient, [asked.name]: value } });
              }}
            />
          ))}
        </div>
      </Panel>
      <Panel title={text('newPayout.more')}>
        <div className={css.fields}>
          {field('externalId')}
          {takenBy === null ? null : (
            <TakenExternalId
              payoutId={takenBy}
              isShared={draft.allowsSharedExternalId}
              onShare={(allowsSharedExternalId) => {
                setDraft({ ...draft, allowsSharedExternalId });
              }}
            />
          )}
          {field('note')}
          {field('serviceId', destination.serviceWarning)}
        </div>
      </Panel>
      <Problem act={act} />
      <Button tone="primary" type="submit" disabled={act.isUnderWay} className={css.submit}>
        {text('newPayout.create')}
      </Button>
    </form>
  );
}
