import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { useQuery } from 'urql';
import type { FilterValues } from '../../design/filter-form.js';
import { ListHead } from '../../design/list-head.js';
import { Added } from '../../design/plain-head.js';
import { useText } from '../../text/use-text.js';
import { isSet, toApiSort, waysOut } from '../list-filter.js';
import { DESTINATION_IDS } from '../payouts/payouts-documents.js';
import { PayoutsTable } from '../payouts/payouts-table.js';
import { usePayouts } from '../payouts/use-payouts.js';
import { unconfirmedColumns } from './unconfirmed-columns.js';
import { UNCONFIRMED_LIST } from './unconfirmed-documents.js';
import {
  createdBefore,
  mayBeUnconfirmed,
  parseUnconfirmedSearch,
  toUnconfirmedFilter,
  unconfirmedFields,
} from './unconfirmed-filter.js';

const OLDEST_FIRST = 'created';

/** Lists the unconfirmed payouts, the oldest first. Each has its own page to resolve it. */
export function UnconfirmedPage(): ReactElement {
  const text = useText();
  const search = useSearch({ from: '/signed-in/unconfirmed' });
  const { age, sort = OLDEST_FIRST } = search;
  const navigate = useNavigate({ from: '/unconfirmed' });
  const show = (changed: FilterValues): void => void navigate({ search: parseUnconfirmedSearch(changed) });
  const [{ data }] = useQuery({ query: DESTINATION_IDS });
  const destinations = data?.payoutDestinations.map(({ id }) => id) ?? [];
  // Computed once per choice: a new time on every render would be a new filter.
  const createdTo = useMemo(() => createdBefore(age), [age]);
  const wanted = { filter: toUnconfirmedFilter(search, createdTo), sort: toApiSort(sort) };
  const list = usePayouts(UNCONFIRMED_LIST, wanted, (payout) => mayBeUnconfirmed(search, payout));
  return (
    <>
      <ListHead
        title={text('unconfirmed.title')}
        fields={unconfirmedFields(text, destinations)}
        values={{ ...search }}
        onFilter={show}
        updates={<Added count={list.added} words={text('list.refresh')} onShow={list.reload} />}
      />
      <PayoutsTable
        label={text('unconfirmed.title')}
        list={list}
        columns={unconfirmedColumns(text)}
        sort={sort}
        onSort={(changed) => {
          show({ ...search, sort: changed });
        }}
        opensResolution
        empty={text(isSet(search) ? 'payouts.noMatch' : 'unconfirmed.none')}
        {...waysOut({ ...search }, show)}
      />
    </>
  );
}
