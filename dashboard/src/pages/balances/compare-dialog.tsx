import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { ActButton, Problem } from '../../design/act-button.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { useCreation } from '../../live/use-creation.js';
import { formatAmount } from '../../text/amount.js';
import { useText } from '../../text/use-text.js';
import { type Balance, COMPARE_BALANCE, type Comparison } from './balances-documents.js';

interface CompareDialogProps {
  readonly balance: Balance;
  readonly onClose: () => void;
}

/** Compares the figure on the provider's page with the available balance, and shows the difference. */
export function CompareDialog({ balance, onClose }: CompareDialogProps): ReactElement {
  const text = useText();
  const { account, currency, available } = balance;
  const [providerFigure, setProviderFigure] = useState('');
  const [note, setNote] = useState('');
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [, compare] = useMutation(COMPARE_BALANCE);
  const { act, problemOf } = useCreation(['providerFigure', 'note'], async () => {
    const input = { accountId: account.id, currency, providerFigure: providerFigure.trim(), note: note.trim() };
    const { data, error } = await compare({ input });
    const made = data?.compareBalance.comparison;
    return {
      failure: error,
      userErrors: data?.compareBalance.userErrors ?? [],
      onCreated: made
        ? () => {
            setComparison(made);
          }
        : null,
    };
  });
  return (
    <Dialog
      title={text('compare.title', { currency })}
      isOpen
      onClose={onClose}
      action={comparison ? null : <ActButton act={act} tone="primary" word={text('balances.compare')} />}
    >
      {comparison ? (
        <Compared comparison={comparison} currency={currency} />
      ) : (
        <>
          <p>{text('compare.words', { available: formatAmount(available, currency) })}</p>
          <Field
            label={text('compare.figure')}
            value={providerFigure}
            problem={problemOf('providerFigure')}
            onChange={({ target }) => {
              setProviderFigure(target.value);
            }}
          />
          <Field
            label={text('compare.note')}
            hint={text('compare.noteHint')}
            value={note}
            problem={problemOf('note')}
            onChange={({ target }) => {
              setNote(target.value);
            }}
          />
          <Problem act={act} />
        </>
      )}
    </Dialog>
  );
}

function Compared({ comparison, currency }: { readonly comparison: Comparison; readonly currency: string }) {
  const text = useText();
  const { isEqual, difference, discrepancyId } = comparison;
  if (isEqual) return <p role="status">{text('compare.equal')}</p>;
  return (
    <p role="status">
      {text('compare.differs', { difference: formatAmount(difference, currency) })}{' '}
      {discrepancyId === null ? null : (
        <Link to="/discrepancies/$id" params={{ id: discrepancyId }}>
          {text('compare.discrepancy')}
        </Link>
      )}
    </p>
  );
}
