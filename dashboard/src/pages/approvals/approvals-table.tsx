import { Link } from '@tanstack/react-router';
import { type ReactElement, useId } from 'react';
import { Button } from '../../design/button.js';
import { ListTable, NumberCell } from '../../design/list-table.js';
import { Status } from '../../design/status.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { useRow } from '../../live/row-store.js';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { refusalText } from '../../text/problem.js';
import { Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { PAYOUT_TONES } from '../payouts/payout-status.js';
import type { ApprovalRow } from './approvals-documents.js';
import css from './approvals-page.module.css';
import { isToBeOpened, selectableAction, type Selection } from './use-selection.js';

interface ApprovalsTableProps {
  readonly list: LiveList<ApprovalRow>;
  readonly selection: Selection;
  /** Id of the payout that is shown beside the list with further details; undefined if none is. */
  readonly beside: string | undefined;
  /** Shows a payout beside the list. */
  readonly onCompare: (id: string) => void;
  readonly empty: string;
  readonly onClear: (() => void) | null;
  readonly onExtend: (() => void) | null;
}

/** Lists the payouts that await approval, each with a checkbox and a link to its page. */
export function ApprovalsTable({ selection, beside, onCompare, ...table }: ApprovalsTableProps): ReactElement {
  const text = useText();
  const isBeside = beside !== undefined;
  return (
    <ListTable
      {...table}
      label={text('approvals.title')}
      columns={[
        text('approvals.select'),
        text('payout.payout'),
        { title: text('payout.amount'), isNumber: true },
        ...(isBeside ? [] : [text('payout.recipient'), text('payout.destination')]),
        text('approvals.why'),
        ...(isBeside ? [] : [text('payout.approvals'), text('payout.createdBy')]),
        text('payout.created'),
      ]}
      renderRow={(id) => (
        <ApprovalCells id={id} list={table.list} selection={selection} beside={beside} onCompare={onCompare} />
      )}
    />
  );
}

interface ApprovalCellsProps {
  readonly id: string;
  readonly list: LiveList<ApprovalRow>;
  readonly selection: Selection;
  readonly beside: string | undefined;
  readonly onCompare: (id: string) => void;
}

function ApprovalCells({ id, list, selection, beside, onCompare }: ApprovalCellsProps): ReactElement | null {
  const text = useText();
  const reasonId = useId();
  const nameId = useId();
  const payout = useRow(list.store, id);
  if (!payout) return null;
  const { status, amount, currency, recipient, destination, externalId, createdAt, createdBy, approvals } = payout;
  const action = selectableAction(payout);
  const given = approvals.filter(({ voidedAt }) => voidedAt === null).length;
  const name = externalId ?? id;
  const isBeside = beside !== undefined;
  const look = beside === id ? css.beside : selection.selected.has(id) ? css.selected : undefined;
  return (
    <tr data-row={id} className={look} {...marksOf(list, payout)}>
      <td className={css.box}>
        {action ? (
          <input
            type="checkbox"
            aria-label={text('approvals.selectOne', { name })}
            aria-describedby={action.refusal ? reasonId : undefined}
            disabled={!action.isAllowed && !selection.selected.has(id)}
            checked={selection.selected.has(id)}
            onChange={() => {
              selection.toggle(id);
            }}
          />
        ) : null}
      </td>
      <th scope="row">
        <Link id={nameId} to="/payouts/$id" params={{ id }}>
          {name}
        </Link>
      </th>
      <NumberCell>{formatAmount(amount, currency)}</NumberCell>
      {isBeside ? null : (
        <>
          <td>{recipient.requisites}</td>
          <td>{destination}</td>
        </>
      )}
      <td className={css.why}>
        <Why payout={payout} />
        <Button
          tone="quiet"
          aria-describedby={nameId}
          onClick={() => {
            onCompare(id);
          }}
        >
          {text('approvals.compare')}
        </Button>
        {status !== 'AWAITING_APPROVAL' ? (
          <span id={reasonId}>
            <Status tone={PAYOUT_TONES[status]} word={text(`payout.status.${status}`)} />
          </span>
        ) : action?.refusal ? (
          <span id={reasonId} className={css.refusal}>
            {refusalText(text, action.refusal)}
          </span>
        ) : null}
      </td>
      {isBeside ? null : (
        <>
          <td>{text('payout.approvalsGiven', { given, needed: payout.approvalsNeeded })}</td>
          <td>{actorWords(createdBy)}</td>
        </>
      )}
      <td>
        <Time at={createdAt} />
      </td>
    </tr>
  );
}

function Why({ payout }: { readonly payout: ApprovalRow }): ReactElement {
  const text = useText();
  const { approvalReason, editedBy, repeatOf } = payout;
  return (
    <span className={isToBeOpened(payout) ? css.look : undefined}>
      {[
        ...(approvalReason === null ? [] : [text(`approvals.reason.${approvalReason}`)]),
        // The makers of a repeated payout count as editors.
        ...(repeatOf ? [text('approvals.repeat')] : editedBy.length > 0 ? [text('approvals.changed')] : []),
      ].join(', ')}
    </span>
  );
}
