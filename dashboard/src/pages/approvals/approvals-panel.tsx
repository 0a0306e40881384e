import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../design/button.js';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { Status } from '../../design/status.js';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { useText } from '../../text/use-text.js';
import { ContentChanges } from '../payout/content-changes.js';
import { PayoutActions } from '../payout/payout-actions.js';
import type { Payout } from '../payout/payout-documents.js';
import { Approvals, PossibleDuplicates } from '../payout/payout-history.js';
import { Recipient } from '../payout/recipient.js';
import { usePayout } from '../payout/use-payout.js';
import { PAYOUT_TONES } from '../payouts/payout-status.js';
import css from './approvals-page.module.css';

interface ApprovalsPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Shows a payout beside the list, with everything its approver compares. */
export function ApprovalsPanel({ id, onClose }: ApprovalsPanelProps): ReactElement {
  const text = useText();
  const { payout, failure, isLoading, reload } = usePayout(id);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <aside className={css.panel} aria-label={text('approvals.panel')}>
      <div className={css.panelHead}>
        <h2 ref={title} tabIndex={-1}>
          <Link to="/payouts/$id" params={{ id }}>
            {text('payout.title', { id: payout?.externalId ?? id })}
          </Link>
        </h2>
        <Button onClick={onClose}>{text('dialog.close')}</Button>
      </div>
      {payout ? <Compared payout={payout} actions={<PayoutActions payout={payout} reload={reload} />} /> : null}
      {failure && !payout ? <FailureNotice failure={failure} onRetry={reload} /> : null}
      {isLoading && !payout ? <Loading /> : null}
      {payout || failure || isLoading ? null : (
        <Notice>
          <p>{text('payout.unknownId', { id })}</p>
        </Notice>
      )}
    </aside>
  );
}

function Compared({ payout, actions }: { readonly payout: Payout; readonly actions: ReactNode }): ReactElement {
  const text = useText();
  const { amount, currency, destination, status, note, reference, createdBy } = payout;
  return (
    <>
      <Status tone={PAYOUT_TONES[status]} word={text(`payout.status.${status}`)} />
      <Facts
        facts={[
          [text('payout.amount'), formatAmount(amount, currency)],
          [text('payout.destination'), destination],
          [text('payout.createdBy'), actorWords(createdBy)],
          [text('payout.note'), note],
          [text('payout.reference'), reference],
        ]}
      />
      <div className={css.acting}>{actions}</div>
      <ContentChanges payout={payout} />
      <PossibleDuplicates payout={payout} />
      <Recipient payout={payout} />
      <Approvals payout={payout} />
    </>
  );
}
