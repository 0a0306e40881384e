import { type ReactElement, useCallback } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Added } from '../../design/plain-head.js';
import { ListTable, NumberCell } from '../../design/list-table.js';
import { Status } from '../../design/status.js';
import { useRow } from '../../live/row-store.js';
import { useFollowedList } from '../../live/use-followed-list.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { actorWords } from '../../text/actor.js';
import { Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { RUNS, type RunRow } from './reconciliation-documents.js';
import css from './reconciliation.module.css';

/** Lists the runs. A running one shows its progress. */
export function Runs({ accountId }: { readonly accountId: string | null }): ReactElement {
  const text = useText();
  const client = useClient();
  const read = useCallback(
    async (after: string | null) => {
      const { data, error } = await client.query(RUNS, { accountId, after });
      return data?.reconciliationRuns ?? failureOf(error);
    },
    [client, accountId],
  );
  const list = useFollowedList(read, ['RECONCILIATION']);
  return (
    <section className={css.part} aria-label={text('reconciliation.runs')}>
      <h2>{text('reconciliation.runs')}</h2>
      <Added count={list.added} words={text('list.refresh')} onShow={list.reload} />
      <ListTable
        label={text('reconciliation.runs')}
        columns={[
          text('run.started'),
          text('run.status'),
          text('run.trigger'),
          { title: text('run.checked'), isNumber: true },
          { title: text('run.changed'), isNumber: true },
          { title: text('run.discrepancies'), isNumber: true },
          { title: text('run.errors'), isNumber: true },
        ]}
        list={list}
        renderRow={(id) => <RunCells id={id} list={list} />}
        empty={text('reconciliation.runsNone')}
        onClear={null}
      />
    </section>
  );
}

function RunCells({ id, list }: { readonly id: string; readonly list: LiveList<RunRow> }): ReactElement | null {
  const text = useText();
  const run = useRow(list.store, id);
  if (!run) return null;
  const { startedAt, status, trigger, requestedBy, checked, payouts, changed, discrepancies, errors } = run;
  return (
    <tr {...marksOf(list, run)}>
      <th scope="row">
        <Time at={startedAt} />
      </th>
      <td>
        <Status tone={status === 'DONE' ? 'good' : 'moving'} word={text(`run.status.${status}`)} />
      </td>
      <td>{text(`run.trigger.${trigger}`, { name: requestedBy ? actorWords(requestedBy) : '' })}</td>
      <NumberCell>{text('run.checkedOf', { checked, payouts })}</NumberCell>
      <NumberCell>{changed}</NumberCell>
      <NumberCell>{discrepancies}</NumberCell>
      <NumberCell>{errors}</NumberCell>
    </tr>
  );
}
