import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useQuery } from 'urql';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { ColumnChoice, shownColumns } from '../../design/columns.js';
import type { FilterValues } from '../../design/filter-form.js';
import { ListHead } from '../../design/list-head.js';
import { Added } from '../../design/plain-head.js';
import { useText } from '../../text/use-text.js';
import { toApiSort, waysOut } from '../list-filter.js';
import {
  isFiltered,
  mayMatch,
  parsePayoutSearch,
  payoutFields,
  type SoughtRecipient,
  soughtIn,
  toPayoutFilter,
} from './payout-filter.js';
import { payoutColumns } from './payout-columns.js';
import { DESTINATION_IDS, PAYOUT_FACETS, PAYOUT_LIST } from './payouts-documents.js';
import { PayoutsTable } from './payouts-table.js';
import { usePayouts } from './use-payouts.js';
import { RepeatsButton } from '../repeats/repeats-button.js';

const NEWEST_FIRST = '-created';

/** Lists the payouts. The URL holds the filter, except for a recipient. */
export function PayoutsPage(): ReactElement {
  const text = useText();
  const search = useSearch({ from: '/signed-in/payouts' });
  const navigate = useNavigate({ from: '/payouts' });
  const mayCreate = useHolds('payouts:create');
  const maySeeRecipients = useHolds('payouts:unmask');
  const [sought, setSought] = useState<SoughtRecipient>({});
  const isSeeking = Object.keys(sought).length > 0;
  const [{ data }] = useQuery({ query: DESTINATION_IDS });
  const destinations = data?.payoutDestinations.map(({ id }) => id) ?? [];
  const filter = toPayoutFilter(search, sought);
  const [isChoosing, setIsChoosing] = useState(false);
  // Searches by recipient are rate-limited, so no counts are loaded for them.
  const [counts] = useQuery({
    query: PAYOUT_FACETS,
    variables: { filter },
    pause: !isChoosing || isSeeking,
  });
  const values = { ...search, ...sought };
  const sort = search.sort ?? NEWEST_FIRST;
  const wanted = { filter, sort: toApiSort(sort) };
  const list = usePayouts(PAYOUT_LIST, wanted, (payout) => mayMatch(search, payout));
  const show = (changed: FilterValues): void => {
    setSought(soughtIn(changed));
    void navigate({ search: parsePayoutSearch(changed) });
  };
  return (
    <>
      <ListHead
        title={text('payouts.title')}
        searchLabel={text('payouts.search')}
        fields={payoutFields(text, { destinations, maySeeRecipients, facets: counts.data?.payoutFacets })}
        values={values}
        onFilter={show}
        onChoosing={() => {
          setIsChoosing(true);
        }}
        columns={
          <ColumnChoice
            columns={payoutColumns(text)}
            names={search.columns}
            onChange={(columns) => {
              show({ ...values, columns });
            }}
          />
        }
        action={
          mayCreate ? (
            <>
              <RepeatsButton filter={filter} status={search.status} onDone={list.reload} />
              <Button
                tone="primary"
                onClick={() => {
                  void navigate({ to: '/payouts/new' });
                }}
              >
                {text('newPayout.title')}
              </Button>
            </>
          ) : null
        }
        updates={<Added count={list.added} words={text('payouts.added', { count: list.added })} onShow={list.reload} />}
      />
      <PayoutsTable
        label={text('payouts.title')}
        list={list}
        columns={shownColumns(payoutColumns(text), search.columns)}
        sort={sort}
        onSort={(changed) => {
          show({ ...values, sort: changed });
        }}
        empty={text(isFiltered(search, sought) ? 'payouts.noMatch' : 'payouts.none')}
        first={mayCreate ? <Link to="/payouts/new">{text('newPayout.title')}</Link> : null}
        {...waysOut(values, show)}
      />
    </>
  );
}
