import { useState } from 'react';
import { focusedRow } from '../../keyboard/rows.js';
import { useShortcuts } from '../../keyboard/use-shortcuts.js';
import type { LiveList } from '../../live/use-live-list.js';
import type { ApprovalRow } from './approvals-documents.js';

/** Snapshots of the selected payouts: a later change was not part of what the user selected. */
export type Selected = ReadonlyMap<string, ApprovalRow>;

export interface Selection {
  readonly selected: Selected;
  readonly toggle: (id: string) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** The action that makes a payout selectable: approvers approve, makers withdraw. */
export function selectableAction({ actions }: ApprovalRow): ApprovalRow['actions'][number] | undefined {
  return actions.find(({ kind }) => kind === 'APPROVE') ?? actions.find(({ kind }) => kind === 'WITHDRAW');
}

/** Whether a payout needs a separate look before it is approved, so "select all" skips it. */
export function isToBeOpened({ approvalReason, editedBy, repeatOf }: ApprovalRow): boolean {
  return approvalReason === 'POSSIBLE_DUPLICATE' || (editedBy.length > 0 && repeatOf === null);
}

/**
 * Manages the selection, by checkbox or by `x` in the focused row.
 * @param filter a new filter clears the selection, so hidden rows are never selected
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
