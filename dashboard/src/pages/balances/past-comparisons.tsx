import { type ReactElement, useRef } from 'react';
import table from '../../design/list-table.module.css';
import { LongCell, NumberCell } from '../../design/list-table.js';
import { useCellLabels } from '../../design/use-cell-labels.js';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import type { PastComparison } from './balances-documents.js';
import css from './ledger.module.css';

interface PastComparisonsProps {
  readonly comparisons: readonly PastComparison[];
  readonly currency: string;
}

/** Lists the latest comparisons of a balance with the provider's figure. */
export function PastComparisons({ comparisons, currency }: PastComparisonsProps): ReactElement | null {
  const text = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  useCellLabels(body);
  if (comparisons.length === 0) return null;
  return (
    <section className={css.ledger} aria-label={text('compare.past')}>
      <h2>{text('compare.past')}</h2>
      <div
        className={table.scroll}
        tabIndex={0}
        role="group"
        aria-label={text('list.scroll', { label: text('compare.past') })}
      >
        <table className={table.table} aria-label={text('compare.past')}>
          <thead>
            <tr>
              <th scope="col">{text('compare.when')}</th>
              <th scope="col">{text('compare.by')}</th>
              {(['balances.lineAvailable', 'compare.figure', 'compare.difference'] as const).map((id) => (
                <th key={id} scope="col" className={table.number}>
                  {text(id)}
                </th>
              ))}
              <th scope="col">{text('compare.note')}</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {comparisons.map(({ id, comparedAt, comparedBy, available, providerFigure, difference, note }) => (
              <tr key={id}>
                <th scope="row">
                  <Time at={comparedAt} />
                </th>
                <td>{actorWords(comparedBy)}</td>
                <NumberCell>{formatAmount(available, currency)}</NumberCell>
                <NumberCell>{formatAmount(providerFigure, currency)}</NumberCell>
                <NumberCell>{formatAmount(difference, currency)}</NumberCell>
                <LongCell>{note}</LongCell>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
