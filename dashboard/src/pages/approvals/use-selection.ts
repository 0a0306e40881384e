import { useState } from 'react';
import { focusedRow } from '../../keyboard/rows.js';
import { useShortcuts } from '../../keyboard/use-shortcuts.js';
import type { LiveList } from '../../live/use-live-list.js';
import type { ApprovalRow } from './approvals-documents.js';

/** Payouts as they were when they were selected: what has changed since is not what somebody meant. */
export type Selected = ReadonlyMap<string, ApprovalRow>;

export interface Selection {
  readonly selected: Selected;
  readonly toggle: (id: string) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** Whether people may select a payout: approvers what they may approve, others what they may take back. */
export function selectableAction({ actions }: ApprovalRow): ApprovalRow['actions'][number] | undefined {
  return actions.find(({ kind }) => kind === 'APPROVE') ?? actions.find(({ kind }) => kind === 'WITHDRAW');
}

/** Whether a payout is to be looked at by itself before it is approved with others. */
export function isToBeOpened({ approvalReason, editedBy }: ApprovalRow): boolean {
  return approvalReason === 'POSSIBLE_DUPLICATE' || editedBy.length > 0;
}

/**
 * The payouts that are selected, by their boxes or by `x` in a row that has the focus.
 *
 * @param filter of the list: another one shows other rows, and nothing is selected that is not shown
 */
export function useSelection({ store, ids }: LiveList<ApprovalRow>, filter: string): Selection {
  const [selected, setSelected] = useState<Selected>(new Map());
  const [shownFilter, setShownFilter] = useState(filter);
  if (filter !== shownFilter) {
    setShownFilter(filter);
    setSelected(new Map());
  }
  const toggle = (id: string): void => {
    setSelected((before) => {
      const row = store.get(id);
      const after = new Map(before);
      if (after.delete(id) || !row || selectableAction(row)?.isAllowed !== true) return after;
      return after.set(id, row);
    });
  };
  useShortcuts({
    x: () => {
      const id = focusedRow()?.dataset['row'];
      if (id !== undefined) toggle(id);
    },
  });
  return {
    selected,
    toggle,
    selectAll: () => {
      const rows = ids.flatMap((id) => store.get(id) ?? []);
      const plain = rows.filter((row) => selectableAction(row)?.isAllowed === true && !isToBeOpened(row));
      setSelected(new Map(plain.map((row) => [row.id, row])));
    },
    clear: () => {
      setSelected(new Map());
    },
  };
}
