import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { Added, ListHead } from '../../design/list-head.js';
import { useText } from '../../text/use-text.js';
import { parseListSearch } from '../list-search.js';
import { PAYOUT_STATUSES } from './payout-status.js';
import { PayoutsTable } from './payouts-table.js';
import { usePayouts } from './use-payouts.js';

const NEWEST_FIRST = { field: 'CREATED_AT', direction: 'DESC' } as const;

/** All payouts, filtered by what the address says. */
export function PayoutsPage(): ReactElement {
  const text = useText();
  const filter = useSearch({ from: '/signed-in/payouts' });
  const navigate = useNavigate({ from: '/payouts' });
  const mayCreate = useHolds('payouts:create');
  const { status, search } = filter;
  const list = usePayouts({ ...(status && { statuses: [status] }), ...(search && { search }) }, NEWEST_FIRST);
  const show = (changed: Record<string, unknown>): void =>
    void navigate({ search: parseListSearch(PAYOUT_STATUSES)(changed) });
  return (
    <>
      <ListHead
        title={text('payouts.title')}
        searchLabel={text('payouts.search')}
        search={search ?? ''}
        onSearch={(words) => {
          show({ ...filter, search: words });
        }}
        statuses={PAYOUT_STATUSES.map((value) => ({ value, word: text(`payout.status.${value}`) }))}
        status={status ?? null}
        onStatus={(chosen) => {
          show({ ...filter, status: chosen });
        }}
        action={
          mayCreate ? (
            <Button
              tone="primary"
              onClick={() => {
                void navigate({ to: '/payouts/new' });
              }}
            >
              {text('newPayout.title')}
            </Button>
          ) : null
        }
        updates={<Added count={list.added} words={text('payouts.added', { count: list.added })} onShow={list.reload} />}
      />
      <PayoutsTable
        label={text('payouts.title')}
        list={list}
        empty={text(status || search ? 'payouts.noMatch' : 'payouts.none')}
        onClear={
          status || search
            ? () => {
                show({});
              }
            : null
        }
      />
    </>
  );
}
