import { type ReactElement, useId, useState } from 'react';
import { useMutation } from 'urql';
import { Problem } from '../../design/act-button.js';
import { useAct } from '../../live/use-act.js';
import { refusalText } from '../../text/problem.js';
import { useText } from '../../text/use-text.js';
import { ActionButton, type PayoutAction } from './action-button.js';
import { ChangeDialog } from './change-dialog.js';
import { ApproveDialog, DeclineDialog, WithdrawDialog } from './payout-dialogs.js';
import { RepeatDialog } from './repeat-dialog.js';
import { SettleDialog } from './settle-dialog.js';
import css from '../../design/detail.module.css';
import { type Payout, REFRESH_PAYOUT } from './payout-documents.js';

const BUTTONS = {
  APPROVE: { word: 'payout.approve', tone: 'primary', keys: 'a' },
  DECLINE: { word: 'payout.decline', tone: 'danger', keys: 'd' },
  CHANGE: { word: 'payout.change', tone: 'plain', keys: undefined },
  WITHDRAW: { word: 'payout.withdraw', tone: 'plain', keys: undefined },
  REPEAT: { word: 'payout.repeat', tone: 'primary', keys: undefined },
  REFRESH: { word: 'payout.refresh', tone: 'plain', keys: undefined },
  SETTLE: { word: 'payout.settle', tone: 'plain', keys: undefined },
} as const;

const DIALOGS = {
  APPROVE: ApproveDialog,
  CHANGE: ChangeDialog,
  DECLINE: DeclineDialog,
  REPEAT: RepeatDialog,
  SETTLE: SettleDialog,
  WITHDRAW: WithdrawDialog,
} as const;

interface PayoutActionsProps {
  readonly payout: Payout;
  readonly reload: () => void;
}

/** Refusals that hold for as long as the payout stays in its state. The page shows the status, which says the same. */
const OF_STATE: ReadonlySet<string> = new Set([
  'NOT_AWAITING_APPROVAL',
  'NOT_CHANGEABLE',
  'NOT_REPEATABLE',
  'NOTHING_TO_SETTLE',
  'PAYOUT_ALREADY_SENT',
  'PAYOUT_NOT_AT_PROVIDER',
]);

/**
 * Buttons that act on a payout. Actions that the user's scopes or the payout's state rule out are absent. Other refused
 * actions show the reason.
 */
export function PayoutActions({ payout, reload }: PayoutActionsProps): ReactElement {
  const text = useText();
  const id = useId();
  // A snapshot from when the dialog opens: if the payout changes meanwhile, the approval must be refused.
  const [asked, setAsked] = useState<{ readonly kind: keyof typeof DIALOGS; readonly payout: Payout } | null>(null);
  const [, refresh] = useMutation(REFRESH_PAYOUT);
  const readBack = useAct(reload, async () => {
    const { data, error } = await refresh({ input: { payoutId: payout.id } });
    return { error, userErrors: data?.refreshPayout.userErrors };
  });
  const shown = payout.actions.flatMap((action) => {
    const { kind } = action;
    // Only one proposal can be open, and the page already shows it.
    if (kind === 'SETTLE' && payout.changeRequest) return [];
    if (action.refusal && OF_STATE.has(action.refusal.code)) return [];
    return kind in BUTTONS ? [{ action, kind: kind as keyof typeof BUTTONS }] : [];
  });
  // Several actions often have the same refusal.
  const reasonOf = ({ refusal }: PayoutAction): string => (refusal ? refusalText(text, refusal) : '');
  const reasons = [...new Set(shown.map(({ action }) => reasonOf(action)))].filter((reason) => reason !== '');
  const Asking = asked && DIALOGS[asked.kind];
  return (
    <div className={css.acting}>
      <div className={css.actions}>
        {shown.map(({ action, kind }) => (
          <ActionButton
            key={kind}
            action={action}
            reasonId={`${id}-${reasons.indexOf(reasonOf(action))}`}
            tone={BUTTONS[kind].tone}
            aria-keyshortcuts={BUTTONS[kind].keys}
            disabled={kind === 'REFRESH' && readBack.isUnderWay}
            onClick={() => {
              if (kind === 'REFRESH') readBack.run();
              else setAsked({ kind, payout });
            }}
          >
            {text(BUTTONS[kind].word)}
          </ActionButton>
        ))}
      </div>
      {reasons.map((reason, at) => (
        <p key={reason} id={`${id}-${at}`} className={css.reason}>
          {reason}
        </p>
      ))}
      <Problem act={readBack} />
      {Asking ? (
        <Asking
          payout={asked.payout}
          onClose={() => {
            setAsked(null);
            // Reload after a refusal too: it often means that the shown state is outdated.
            reload();
          }}
        />
      ) : null}
    </div>
  );
}
