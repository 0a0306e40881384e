import { type ReactElement, useState } from 'react';
import { Button } from '../../design/button.js';
import { useText } from '../../text/use-text.js';
import type { ApprovalRow } from './approvals-documents.js';
import css from './approvals-page.module.css';
import { ManyDialog } from './many-dialog.js';
import type { ManyKind } from './use-many.js';
import type { Selection } from './use-selection.js';

interface SelectionBarProps {
  readonly selection: Selection;
  readonly rows: readonly ApprovalRow[];
  readonly onDone: () => void;
}

const KINDS = [
  { kind: 'APPROVE', word: 'payout.approve', tone: 'primary', keys: 'a' },
  { kind: 'DECLINE', word: 'payout.decline', tone: 'danger', keys: 'd' },
  { kind: 'WITHDRAW', word: 'payout.withdraw', tone: 'plain', keys: undefined },
] as const;

/** Buttons that act on the selected payouts; null if no scope allows an action. */
export function SelectionBar({ selection, rows, onDone }: SelectionBarProps): ReactElement | null {
  const text = useText();
  const [asked, setAsked] = useState<ManyKind | null>(null);
  const { selected, selectAll, clear } = selection;
  const kinds = KINDS.filter(({ kind }) => rows.some(({ actions }) => actions.some((action) => action.kind === kind)));
  if (kinds.length === 0) return null;
  return (
    <div className={css.bar}>
      <Button onClick={selectAll}>{text('approvals.selectAll')}</Button>
      <span role="status">{text('approvals.selected', { count: selected.size })}</span>
      {selected.size === 0 ? null : (
        <>
          {kinds.map(({ kind, word, tone, keys }) => (
            <Button
              key={kind}
              tone={tone}
              aria-keyshortcuts={keys}
              onClick={() => {
                setAsked(kind);
              }}
            >
              {text(word)}
            </Button>
          ))}
          <Button tone="quiet" onClick={clear}>
            {text('approvals.clear')}
          </Button>
        </>
      )}
      {asked ? (
        <ManyDialog
          kind={asked}
          payouts={[...selected.values()]}
          onClose={(isDone) => {
            setAsked(null);
            if (!isDone) return;
            clear();
            onDone();
          }}
        />
      ) : null}
    </div>
  );
}
