import type { ReactElement } from 'react';
import { Added, PlainHead } from '../../design/plain-head.js';
import { useText } from '../../text/use-text.js';
import { PayoutsTable } from '../payouts/payouts-table.js';
import { usePayouts } from '../payouts/use-payouts.js';

const UNCONFIRMED = { statuses: ['UNCONFIRMED' as const] };
const OLDEST_FIRST = { field: 'CREATED_AT', direction: 'ASC' } as const;

/** The payouts of which nobody knows yet whether they were made, the oldest first. Each is resolved on its own page. */
export function UnconfirmedPage(): ReactElement {
  const text = useText();
  const list = usePayouts(UNCONFIRMED, OLDEST_FIRST);
  return (
    <>
      <PlainHead
        title={text('unconfirmed.title')}
        updates={<Added count={list.added} words={text('list.refresh')} onShow={list.reload} />}
      />
      <PayoutsTable
        label={text('unconfirmed.title')}
        list={list}
        page="/unconfirmed/$id"
        empty={text('unconfirmed.none')}
        onClear={null}
      />
    </>
  );
}
