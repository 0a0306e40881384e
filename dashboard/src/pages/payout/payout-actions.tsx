import { type ReactElement, useState } from 'react';
import { Button } from '../../design/button.js';
import { useText } from '../../text/use-text.js';
import { ApproveDialog, DeclineDialog, WithdrawDialog } from './payout-dialogs.js';
import css from './payout-page.module.css';
import type { Payout } from './payout-documents.js';
import type { ShownPayout } from './use-payout.js';

type Asked = 'approve' | 'decline' | 'withdraw';

const WITHDRAWABLE: ReadonlySet<Payout['status']> = new Set(['CREATED', 'AWAITING_APPROVAL', 'APPROVED']);

interface PayoutActionsProps {
  readonly payout: Payout;
  readonly shown: ShownPayout;
}

/** The ways to act on a payout. One that no scope allows is absent; of any other the server says why not. */
export function PayoutActions({ payout, shown }: PayoutActionsProps): ReactElement {
  const text = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { scopes, reload } = shown;
  const isWaiting = payout.status === 'AWAITING_APPROVAL';
  const dialog = {
    payout,
    onClose: () => {
      setAsked(null);
      // After a refusal, too, it may stand differently by now.
      reload();
    },
  };
  const open = (what: Asked) => (): void => {
    setAsked(what);
  };
  return (
    <div className={css.actions}>
      {scopes.has('payouts:approve') && isWaiting ? (
        <>
          <Button tone="primary" onClick={open('approve')}>
            {text('payout.approve')}
          </Button>
          <Button tone="danger" onClick={open('decline')}>
            {text('payout.decline')}
          </Button>
        </>
      ) : null}
      {scopes.has('payouts:create') && WITHDRAWABLE.has(payout.status) ? (
        <Button onClick={open('withdraw')}>{text('payout.withdraw')}</Button>
      ) : null}
      {asked === 'approve' ? <ApproveDialog {...dialog} /> : null}
      {asked === 'decline' ? <DeclineDialog {...dialog} /> : null}
      {asked === 'withdraw' ? <WithdrawDialog {...dialog} /> : null}
    </div>
  );
}
