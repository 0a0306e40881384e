import type { ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Status } from '../../design/status.js';
import { formatAmount } from '../../text/amount.js';
import { problemText } from '../../text/problem.js';
import { useText } from '../../text/use-text.js';
import type { ApprovalRow } from './approvals-documents.js';
import css from './approvals-page.module.css';
import type { ManyKind, Result } from './use-many.js';

interface ManyResultsProps {
  readonly kind: ManyKind;
  readonly payouts: readonly ApprovalRow[];
  /** One result per payout, in the same order. */
  readonly results: readonly Result[];
  readonly onReload: () => void;
}

/** Shows the result for each payout, only once the server has answered. */
export function ManyResults({ kind, payouts, results, onReload }: ManyResultsProps): ReactElement {
  const text = useText();
  return (
    <ul className={css.results} aria-label={text('approvals.results')}>
      {payouts.map(({ id, externalId, amount, currency }, at) => {
        const problem = results[at]?.userErrors[0];
        return (
          <li key={id} className={css.result}>
            <span className={css.name}>{externalId ?? id}</span>
            <span>{formatAmount(amount, currency)}</span>
            {problem ? (
              <>
                <Status tone="bad" word={text('approvals.refused')} />
                <span>{problemText(text, problem)}</span>
                {problem.code === 'CONTENT_CHANGED' ? (
                  <Button onClick={onReload}>{text('approvals.reload')}</Button>
                ) : null}
              </>
            ) : (
              <Status tone="good" word={text(`approvals.done.${kind}`)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
