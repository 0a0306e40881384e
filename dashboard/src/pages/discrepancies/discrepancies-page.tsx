import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { ListHead } from '../../design/list-head.js';
import { Added } from '../../design/plain-head.js';
import type { FilterValues } from '../../design/filter-form.js';
import { ListTable, LongCell, NumberCell } from '../../design/list-table.js';
import { Status } from '../../design/status.js';
import { useRow } from '../../live/row-store.js';
import { useFollowedList } from '../../live/use-followed-list.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { factWords } from '../../text/fact.js';
import { Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { isSet, waysOut } from '../list-filter.js';
import { discrepancyFields, parseDiscrepancySearch, toDiscrepancyFilter } from './discrepancy-filter.js';
import { DISCREPANCIES, type DiscrepancyRow } from './discrepancies-documents.js';
import { DISCREPANCY_TONES, stateOf } from './discrepancy-state.js';

/** Lists the discrepancies between Purser and the provider. */
export function DiscrepanciesPage(): ReactElement {
  const text = useText();
  const client = useClient();
  const search = useSearch({ from: '/signed-in/discrepancies' });
  const navigate = useNavigate({ from: '/discrepancies' });
  const show = (changed: FilterValues): void => void navigate({ search: parseDiscrepancySearch(changed) });
  // Serialised, so the dependency compares by value: the filter is a new object on every render.
  const wanted = JSON.stringify(toDiscrepancyFilter(search));
  const read = useCallback(
    async (after: string | null) => {
      const filter = JSON.parse(wanted) as ReturnType<typeof toDiscrepancyFilter>;
      const { data, error } = await client.query(DISCREPANCIES, { filter, after });
      return data?.discrepancies ?? failureOf(error);
    },
    [client, wanted],
  );
  const list = useFollowedList(read, ['DISCREPANCY']);
  return (
    <>
      <ListHead
        title={text('discrepancies.title')}
        fields={discrepancyFields(text)}
        values={{ ...search }}
        onFilter={show}
        updates={
          <Added count={list.added} words={text('discrepancies.added', { count: list.added })} onShow={list.reload} />
        }
      />
      <ListTable
        label={text('discrepancies.title')}
        columns={[
          text('discrepancy.kind'),
          text('discrepancy.state'),
          text('discrepancy.ours'),
          text('discrepancy.theirs'),
          text('discrepancy.opened'),
          text('discrepancy.lastSeen'),
          { title: text('discrepancy.timesSeen'), isNumber: true },
        ]}
        list={list}
        renderRow={(id) => <DiscrepancyCells id={id} list={list} />}
        empty={text(isSet(search) ? 'discrepancies.noMatch' : 'discrepancies.none')}
        {...waysOut(search, show)}
      />
    </>
  );
}

interface CellsProps {
  readonly id: string;
  readonly list: LiveList<DiscrepancyRow>;
}

function DiscrepancyCells({ id, list }: CellsProps): ReactElement | null {
  const text = useText();
  const discrepancy = useRow(list.store, id);
  if (!discrepancy) return null;
  const { kind, ours, theirs, openedAt, lastSeenAt, timesSeen } = discrepancy;
  const state = stateOf(discrepancy);
  return (
    <tr {...marksOf(list, discrepancy)}>
      <th scope="row">
        <Link to="/discrepancies/$id" params={{ id }}>
          {text(`discrepancy.kind.${kind}`)}
        </Link>
      </th>
      <td>
        <Status tone={DISCREPANCY_TONES[state]} word={text(`discrepancy.isOpen.${state}`)} />
      </td>
      <LongCell>{factWords(text, ours)}</LongCell>
      <LongCell>{factWords(text, theirs)}</LongCell>
      <td>
        <Time at={openedAt} />
      </td>
      <td>
        <Time at={lastSeenAt} />
      </td>
      <NumberCell>{timesSeen}</NumberCell>
    </tr>
  );
}
