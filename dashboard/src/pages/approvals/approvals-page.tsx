import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { Added, PlainHead } from '../../design/plain-head.js';
import { SearchBox } from '../../design/search-box.js';
import { useText } from '../../text/use-text.js';
import { ApprovalTabs } from './approval-tabs.js';
import { ApprovalsPanel } from './approvals-panel.js';
import css from './approvals-page.module.css';
import { ApprovalsTable } from './approvals-table.js';
import { SelectionBar } from './selection-bar.js';
import { useApprovals } from './use-approvals.js';
import { useSelection } from './use-selection.js';

/** The payouts that wait for a person, the oldest first. */
export function ApprovalsPage(): ReactElement {
  const { payout, ...filter } = useSearch({ from: '/signed-in/approvals' });
  const { search, mine } = filter;
  const navigate = useNavigate({ from: '/approvals' });
  const find = (words: string): void =>
    void navigate({ search: { ...filter, search: words === '' ? undefined : words } });
  const close = async (): Promise<void> => {
    await navigate({ search: filter });
    document.querySelector<HTMLElement>(`tr[data-row='${CSS.escape(payout ?? '')}'] td button`)?.focus();
  };
  const text = useText();
  const mayApprove = useHolds('payouts:approve');
  const isFiltered = search !== undefined || mine === true;
  const list = useApprovals(filter);
  const selection = useSelection(list, JSON.stringify(filter));
  const rows = list.ids.flatMap((id) => list.store.get(id) ?? []);
  return (
    <>
      <PlainHead
        title={text('approvals.title')}
        tabs={<ApprovalTabs />}
        controls={
          <>
            <SearchBox label={text('approvals.search')} value={search ?? ''} onSearch={find} />
            {mayApprove ? (
              <Button
                aria-pressed={mine === true}
                onClick={() => {
                  void navigate({ search: { ...filter, mine: mine ? undefined : true } });
                }}
              >
                {text('approvals.mine')}
              </Button>
            ) : null}
          </>
        }
        updates={<Added count={list.added} words={text('list.refresh')} onShow={list.reload} />}
        filters={<SelectionBar selection={selection} rows={rows} onDone={list.reload} />}
      />
      <div className={payout === undefined ? undefined : css.sides}>
        <div>
          <ApprovalsTable
            list={list}
            selection={selection}
            isBeside={payout !== undefined}
            onCompare={(id) => void navigate({ search: { ...filter, payout: id } })}
            empty={text(isFiltered ? 'payouts.noMatch' : 'approvals.none')}
            onClear={
              isFiltered
                ? () => {
                    void navigate({ search: {} });
                  }
                : null
            }
          />
        </div>
        {payout === undefined ? null : <ApprovalsPanel key={payout} id={payout} onClose={() => void close()} />}
      </div>
    </>
  );
}
