import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import css from '../../design/detail.module.css';
import { Panel } from '../../design/panel.js';
import { Status } from '../../design/status.js';
import { Steps } from '../../design/steps.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { PAYOUT_TONES } from '../payouts/payout-status.js';
import type { LinkedPayout, Payout } from './payout-documents.js';

/** Links to the payout that this payout repeats, and to its own repeats. Renders nothing if there are neither. */
export function PayoutRepeats({ payout }: { readonly payout: Payout }): ReactElement | null {
  const text = useText();
  const { repeatOf, repeats } = payout;
  if (!repeatOf && repeats.length === 0) return null;
  return (
    <Panel title={text('payout.repeats')}>
      <Steps>
        {repeatOf ? <Linked word={text('payout.repeatOf')} linked={repeatOf} /> : null}
        {repeats.map((linked) => (
          <Linked key={linked.id} word={text('payout.repeatedBy')} linked={linked} />
        ))}
      </Steps>
    </Panel>
  );
}

function Linked({ word, linked }: { readonly word: string; readonly linked: LinkedPayout }): ReactElement {
  const text = useText();
  const { id, amount, currency, status, createdAt } = linked;
  return (
    <li className={css.step}>
      <span>{word}</span>
      <Link to="/payouts/$id" params={{ id }}>
        {formatAmount(amount, currency)}
      </Link>
      <Status tone={PAYOUT_TONES[status]} word={text(`payout.status.${status}`)} />
      <span className={css.faint}>
        <ExactTime at={createdAt} />
      </span>
    </li>
  );
}
