import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import type { FilterValues } from '../../design/filter-form.js';
import { ListHead } from '../../design/list-head.js';
import { Added } from '../../design/plain-head.js';
import { useText } from '../../text/use-text.js';
import { isSet, waysOut } from '../list-filter.js';
import { usePayouts } from '../payouts/use-payouts.js';
import { ApprovalTabs } from './approval-tabs.js';
import { APPROVAL_LIST } from './approvals-documents.js';
import { ApprovalsPanel } from './approvals-panel.js';
import css from './approvals-page.module.css';
import { approvalFields, mayWait, parseApprovalsSearch, toApprovalsFilter } from './approvals-search.js';
import { ApprovalsTable } from './approvals-table.js';
import { SelectionBar } from './selection-bar.js';
import { useSelection } from './use-selection.js';

const OLDEST_FIRST = { field: 'CREATED_AT', direction: 'ASC' } as const;

/** Lists the payouts that await approval, the oldest first. */
export function ApprovalsPage(): ReactElement {
  const { payout, ...search } = useSearch({ from: '/signed-in/approvals' });
  const { mine, ...values } = search;
  const navigate = useNavigate({ from: '/approvals' });
  const show = (changed: FilterValues): void => void navigate({ search: { ...parseApprovalsSearch(changed), mine } });
  const close = async (): Promise<void> => {
    await navigate({ search });
    document.querySelector<HTMLElement>(`tr[data-row='${CSS.escape(payout ?? '')}'] td button`)?.focus();
  };
  const text = useText();
  const mayApprove = useHolds('payouts:approve');
  const wanted = { filter: toApprovalsFilter(search), sort: OLDEST_FIRST };
  const list = usePayouts(APPROVAL_LIST, wanted, (row) => mayWait(search, row));
  const selection = useSelection(list, JSON.stringify(search));
  const rows = list.ids.flatMap((id) => list.store.get(id) ?? []);
  return (
    <>
      <ListHead
        title={text('approvals.title')}
        tabs={<ApprovalTabs />}
        searchLabel={text('approvals.search')}
        fields={approvalFields(text, rows)}
        values={values}
        onFilter={show}
        action={
          mayApprove ? (
            <Button
              aria-pressed={mine === true}
              onClick={() => {
                void navigate({ search: { ...search, mine: mine ? undefined : true } });
              }}
            >
              {text('approvals.mine')}
            </Button>
          ) : null
        }
        updates={<Added count={list.added} words={text('list.refresh')} onShow={list.reload} />}
        bar={<SelectionBar selection={selection} rows={rows} onDone={list.reload} />}
      />
      <div className={payout === undefined ? undefined : css.sides}>
        <div>
          <ApprovalsTable
            list={list}
            selection={selection}
            beside={payout}
            onCompare={(id) => void navigate({ search: { ...search, payout: id } })}
            empty={text(isSet(search) ? 'payouts.noMatch' : 'approvals.none')}
            {...waysOut(search, show)}
            onClear={isSet(search) ? () => void navigate({ search: {} }) : null}
          />
        </div>
        {payout === undefined ? null : <ApprovalsPanel key={payout} id={payout} onClose={() => void close()} />}
      </div>
    </>
  );
}
