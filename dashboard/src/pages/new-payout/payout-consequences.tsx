import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import css from '../../design/detail.module.css';
import { Facts } from '../../design/facts.js';
import { formatAmount } from '../../text/amount.js';
import { waitText } from '../../text/wait.js';
import { type Text, useText } from '../../text/use-text.js';
import type { Foreseen, Preview } from './new-payout-documents.js';

/** Says what would happen to the payout: whether it is sent, who must approve it, what it waits for. */
export function PayoutConsequences({ preview }: { readonly preview: Preview }): ReactElement | null {
  const text = useText();
  const { foreseen, warnings } = preview;
  if (foreseen === null) return null;
  return (
    <>
      {sentencesOf(text, foreseen).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {warnings
        // The waits say the same.
        .filter(({ code }) => code !== 'GATE_SHUT' && code !== 'NOT_SENT_YET')
        .map(({ message }) => (
          <p key={message} className={css.warning}>
            {message}
          </p>
        ))}
      <Facts facts={[[text('newPayout.balance'), balanceText(text, foreseen)]]} />
      <Duplicates foreseen={foreseen} />
    </>
  );
}

function sentencesOf(text: Text, foreseen: Foreseen): readonly string[] {
  const { approvalReason, approvalsNeeded, waitingFor } = foreseen;
  if (approvalReason !== null) {
    return [text('newPayout.approvals', { count: approvalsNeeded }), text(`payout.reason.${approvalReason}`)];
  }
  if (waitingFor.length === 0) return [text('newPayout.sent')];
  return waitingFor.map(({ kind }) => waitText(text, kind, foreseen));
}

function balanceText(text: Text, { availableBefore, availableAfter, currency }: Foreseen): string | null {
  if (availableBefore === null || availableAfter === null) return null;
  const before = formatAmount(availableBefore, currency);
  return text('newPayout.beforeAfter', { before, after: formatAmount(availableAfter, currency) });
}

function Duplicates({ foreseen }: { readonly foreseen: Foreseen }): ReactElement | null {
  const text = useText();
  const { possibleDuplicates } = foreseen;
  if (possibleDuplicates.length === 0) return null;
  return (
    <>
      <h3>{text('payout.possibleDuplicates')}</h3>
      <ul>
        {possibleDuplicates.map(({ id, amount, currency, isSameAmount }) => (
          <li key={id}>
            <Link to="/payouts/$id" params={{ id }}>
              {formatAmount(amount, currency)}
            </Link>{' '}
            {isSameAmount ? text('payout.sameAmount') : null}
          </li>
        ))}
      </ul>
    </>
  );
}
