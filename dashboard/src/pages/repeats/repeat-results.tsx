import type { ReactElement } from 'react';
import type { Problem } from '../../api/failure.js';
import { Status } from '../../design/status.js';
import { formatAmount } from '../../text/amount.js';
import { problemText } from '../../text/problem.js';
import { useText } from '../../text/use-text.js';
import type { EndedPayout } from './repeats-documents.js';
import css from './repeats.module.css';

export interface RepeatResults {
  readonly payouts: readonly EndedPayout[];
  /** In the order of the payouts. */
  readonly results: readonly { readonly userErrors: readonly Problem[] }[];
}

/** Shows the result for each payout, only once the server has answered. */
export function RepeatResultList({ payouts, results }: RepeatResults): ReactElement {
  const text = useText();
  return (
    <ul className={css.groups} aria-label={text('approvals.results')}>
      {payouts.map(({ id, externalId, amount, currency }, at) => {
        const problem = results[at]?.userErrors[0];
        return (
          <li key={id} className={css.choice}>
            <span>{externalId ?? id}</span>
            <span>{formatAmount(amount, currency)}</span>
            <Status tone={problem ? 'bad' : 'good'} word={text(problem ? 'approvals.refused' : 'repeats.done')} />
            {problem ? <span>{problemText(text, problem)}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
