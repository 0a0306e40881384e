import type { ReactElement } from 'react';
import { Added, PlainHead } from '../../design/list-head.js';
import { useText } from '../../text/use-text.js';
import { PayoutsTable } from '../payouts/payouts-table.js';
import { usePayouts } from '../payouts/use-payouts.js';

const WAITING = { statuses: ['AWAITING_APPROVAL' as const] };
const OLDEST_FIRST = { field: 'CREATED_AT', direction: 'ASC' } as const;

/** The payouts that wait for a person, the oldest first. Each is approved on its own page. */
export function ApprovalsPage(): ReactElement {
  const text = useText();
  const list = usePayouts(WAITING, OLDEST_FIRST);
  return (
    <>
      <PlainHead
        title={text('approvals.title')}
        updates={<Added count={list.added} words={text('list.refresh')} onShow={list.reload} />}
      />
      <PayoutsTable label={text('approvals.title')} list={list} empty={text('approvals.none')} onClear={null} />
    </>
  );
}
