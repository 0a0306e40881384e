import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { useAccounts } from '../../api/use-accounts.js';
import { ActButton, Problem } from '../../design/act-button.js';
import { SelectField } from '../../design/choices.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { useCreation } from '../../live/use-creation.js';
import { useText } from '../../text/use-text.js';
import { FUND_BALANCE } from './balances-documents.js';

const DIRECTIONS = ['IN', 'OUT'] as const;
const NOTHING = {
  accountId: '',
  currency: '',
  amount: '',
  direction: 'IN' as (typeof DIRECTIONS)[number],
  reference: '',
};

/** Records money that an operator moved to or from the provider. Pressing the button twice records it only once. */
export function FundDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const text = useText();
  const accounts = useAccounts();
  const [draft, setDraft] = useState(NOTHING);
  const [, fund] = useMutation(FUND_BALANCE);
  const { act, problemOf } = useCreation(['currency', 'amount', 'reference'], async (idempotencyKey) => {
    const { accountId, currency, amount, direction, reference } = draft;
    const input = {
      currency: currency.trim().toUpperCase(),
      amount: amount.trim(),
      direction,
      reference: reference.trim(),
    };
    const { data, error } = await fund({ input: { ...input, accountId: accountId || null, idempotencyKey } });
    const payload = data?.fundBalance;
    return {
      failure: error,
      userErrors: payload?.userErrors ?? [],
      onCreated: payload?.balance ? onClose : null,
    };
  });
  const field = (name: 'currency' | 'amount' | 'reference', hint?: string): ReactElement => (
    <Field
      label={text(`fund.${name}`)}
      hint={hint}
      value={draft[name]}
      problem={problemOf(name)}
      onChange={({ target }) => {
        setDraft({ ...draft, [name]: target.value });
      }}
    />
  );
  return (
    <Dialog
      title={text('fund.title')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('balances.fund')} />}
    >
      <p>{text('fund.words')}</p>
      {accounts.length > 1 ? (
        <SelectField
          label={text('payout.account')}
          choices={accounts.map(({ id, name }) => ({ value: id, word: name }))}
          value={draft.accountId || (accounts[0]?.id ?? '')}
          onChange={(accountId) => {
            setDraft({ ...draft, accountId });
          }}
        />
      ) : null}
      <SelectField
        label={text('fund.direction')}
        choices={DIRECTIONS.map((value) => ({ value, word: text(`fund.direction.${value}`) }))}
        value={draft.direction}
        onChange={(value) => {
          setDraft({ ...draft, direction: DIRECTIONS.find((known) => known === value) ?? 'IN' });
        }}
      />
      {field('currency', text('fund.currencyHint'))}
      {field('amount')}
      {field('reference', text('fund.referenceHint'))}
      <Problem act={act} />
    </Dialog>
  );
}
