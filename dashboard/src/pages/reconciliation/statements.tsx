import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useCallback } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Added } from '../../design/plain-head.js';
import { ListTable, NumberCell } from '../../design/list-table.js';
import { useRow } from '../../live/row-store.js';
import { useFollowedList } from '../../live/use-followed-list.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { actorWords } from '../../text/actor.js';
import { Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { type StatementRow, STATEMENTS } from './reconciliation-documents.js';
import css from './reconciliation.module.css';

const FIGURES = ['lines', 'matching', 'differing', 'unknown', 'lacking', 'pending'] as const;

/** Lists the imported statements with the results of their comparison. */
export function Statements({ accountId }: { readonly accountId: string | null }): ReactElement {
  const text = useText();
  const client = useClient();
  const read = useCallback(
    async (after: string | null) => {
      const { data, error } = await client.query(STATEMENTS, { accountId, after });
      return data?.statementImports ?? failureOf(error);
    },
    [client, accountId],
  );
  const list = useFollowedList(read, ['RECONCILIATION']);
  return (
    <section className={css.part} aria-label={text('reconciliation.statements')}>
      <h2>{text('reconciliation.statements')}</h2>
      <Added count={list.added} words={text('list.refresh')} onShow={list.reload} />
      <ListTable
        label={text('reconciliation.statements')}
        columns={[
          text('statement.imported'),
          text('statement.by'),
          ...FIGURES.map((figure) => ({ title: text(`statement.${figure}`), isNumber: true }) as const),
        ]}
        list={list}
        renderRow={(id) => <StatementCells id={id} list={list} />}
        empty={text('reconciliation.statementsNone')}
        onClear={null}
      />
    </section>
  );
}

interface CellsProps {
  readonly id: string;
  readonly list: LiveList<StatementRow>;
}

function StatementCells({ id, list }: CellsProps): ReactElement | null {
  const statement = useRow(list.store, id);
  if (!statement) return null;
  return (
    <tr {...marksOf(list, statement)}>
      <th scope="row">
        <Time at={statement.importedAt} />
      </th>
      <td>{actorWords(statement.importedBy)}</td>
      {FIGURES.map((figure) => (
        <NumberCell key={figure}>
          <Figure figure={figure} count={statement[figure]} />
        </NumberCell>
      ))}
    </tr>
  );
}

/** The kind of discrepancy that each figure links to. */
const KIND_OF = { differing: 'AMOUNT', unknown: 'UNKNOWN_PAYOUT', lacking: 'NOT_IN_STATEMENT' } as const;

/** A number of lines, linked to the discrepancies they opened. */
function Figure({ figure, count }: { readonly figure: (typeof FIGURES)[number]; readonly count: number }): ReactNode {
  if (count === 0 || figure === 'lines' || figure === 'matching' || figure === 'pending') return count;
  return (
    <Link to="/discrepancies" search={{ kind: KIND_OF[figure], status: 'OPEN' }}>
      {count}
    </Link>
  );
}
