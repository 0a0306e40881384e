import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { SelectField } from '../../design/choices.js';
import { Field } from '../../design/field.js';
import css from '../../design/form.module.css';
import { Panel } from '../../design/panel.js';
import { useCreation } from '../../live/use-creation.js';
import { useText } from '../../text/use-text.js';
import { CREATE_ORDER, type Terminal } from './new-order-documents.js';
import { draftFor, methodsOf, type OrderDraft, toInput } from './order-draft.js';
import { PayerFields } from './payer-fields.js';

interface FormProps {
  readonly terminals: readonly Terminal[];
}

/** Asks for the method first, because it decides which payer data is required. */
export function OrderForm({ terminals }: FormProps): ReactElement | null {
  const [first] = terminals;
  const [draft, setDraft] = useState<OrderDraft | null>(first ? draftFor(first, null) : null);
  const terminal = terminals.find(({ id }) => id === draft?.accountId);
  if (!draft || !terminal) return null;
  return <DraftForm {...{ terminals, terminal, draft, setDraft }} />;
}

interface DraftFormProps extends FormProps {
  readonly terminal: Terminal;
  readonly draft: OrderDraft;
  readonly setDraft: (draft: OrderDraft) => void;
}

const TEXTS = ['purpose', 'externalId', 'customerId', 'successUrl', 'failUrl'] as const;

function DraftForm({ terminals, terminal, draft, setDraft }: DraftFormProps): ReactElement {
  const text = useText();
  const navigate = useNavigate();
  const methods = methodsOf(terminal);
  const fields = methods.find(({ method }) => method === draft.method)?.requiredFields ?? [];
  const [, create] = useMutation(CREATE_ORDER);
  const shown = ['amount', 'currency', ...TEXTS, ...fields.map((name) => `customer.${name}`)];
  const { act, problemOf } = useCreation(shown, async (idempotencyKey) => {
    const { data, error } = await create({ input: toInput(draft, fields, idempotencyKey) });
    const payload = data?.createOrder;
    const order = payload?.order;
    return {
      failure: error,
      userErrors: payload?.userErrors ?? [],
      onCreated: order ? () => void navigate({ to: '/orders/$id', params: { id: order.id } }) : null,
    };
  });
  const field = (name: 'amount' | 'currency' | (typeof TEXTS)[number]): ReactElement => (
    <Field
      key={name}
      label={text(`newOrder.${name}`)}
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
      <Panel title={text('newOrder.what')}>
        <div className={css.fields}>
          {terminals.length > 1 ? (
            <SelectField
              label={text('order.account')}
              choices={terminals.map(({ id, name }) => ({ value: id, word: name }))}
              value={draft.accountId}
              onChange={(id) => {
                const chosen = terminals.find((known) => known.id === id);
                if (chosen) setDraft(draftFor(chosen, draft));
              }}
            />
          ) : null}
          <SelectField
            label={text('order.method')}
            choices={methods.map(({ method }) => ({ value: method, word: text(`order.method.${method}`) }))}
            value={draft.method}
            onChange={(method) => {
              setDraft({ ...draft, method });
            }}
          />
          {field('amount')}
          {field('currency')}
        </div>
      </Panel>
      {fields.length > 0 ? (
        <Panel title={text('newOrder.payer')}>
          <div className={css.fields}>
            <PayerFields
              fields={fields}
              payer={draft.customer}
              problemOf={problemOf}
              onChange={(customer) => {
                setDraft({ ...draft, customer });
              }}
            />
          </div>
        </Panel>
      ) : null}
      <Panel title={text('newOrder.more')}>
        <div className={css.fields}>{TEXTS.map(field)}</div>
      </Panel>
      <Problem act={act} />
      <Button tone="primary" type="submit" disabled={act.isUnderWay} className={css.submit}>
        {text('newOrder.create')}
      </Button>
    </form>
  );
}
