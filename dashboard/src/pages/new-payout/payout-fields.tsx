import type { ReactElement } from 'react';
import { SelectField } from '../../design/choices.js';
import { Field } from '../../design/field.js';
import css from '../../design/form.module.css';
import { Panel } from '../../design/panel.js';
import { useText } from '../../text/use-text.js';
import type { Destination } from './new-payout-documents.js';
import { draftFor, fieldsOf, type PayoutDraft } from './payout-draft.js';
import { RecipientField } from './recipient-field.js';
import { TakenExternalId } from './taken-external-id.js';

export interface PayoutFieldsProps {
  readonly destinations: readonly Destination[];
  readonly destination: Destination;
  readonly draft: PayoutDraft;
  readonly setDraft: (draft: PayoutDraft) => void;
  /** Returns a field's problem by its path in the input. */
  readonly problemOf: (path: string) => string | null;
  /** The payout that has the external id already; null if none is known. */
  readonly takenBy: string | null;
}

/** The fields of a payout. The destination comes first, because it decides which fields follow. */
export function PayoutFields(props: PayoutFieldsProps): ReactElement {
  const { destinations, destination, draft, setDraft, problemOf, takenBy } = props;
  const text = useText();
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
    <>
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
    </>
  );
}
