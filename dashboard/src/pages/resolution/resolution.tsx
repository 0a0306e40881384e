import { type ReactElement, useEffect, useId, useRef } from 'react';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { Notice } from '../../design/notice.js';
import { useText } from '../../text/use-text.js';
import { ChangeRequest } from '../changes/change-request.js';
import { useHeldRequest } from '../changes/use-held-request.js';
import { actionOf } from '../payout/action-button.js';
import type { Payout } from '../payout/payout-documents.js';
import { ProviderSide } from './provider-side.js';
import { SentAttempts } from './sent-attempts.js';
import css from './resolution.module.css';

/** Whether people must find out what became of a payout. After a restore that is possible in other states as well. */
export function isInDoubt(payout: Payout): boolean {
  return payout.status === 'UNCONFIRMED' || actionOf(payout, 'BIND')?.isAllowed === true;
}

interface ResolutionProps {
  readonly payout: Payout;
  /** Called after a proposal, or when it is confirmed or declined. */
  readonly onDone: () => void;
  readonly onHide: () => void;
}

/** Resolves an unconfirmed payout on its page: the sent attempts beside the provider's data. */
export function Resolution({ payout, onDone, onHide }: ResolutionProps): ReactElement {
  const text = useText();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  const mayResolve = useHolds('payouts:resolve');
  const { changeRequest } = payout;
  const isOpen = isInDoubt(payout);
  const { shown: requests, onHold } = useHeldRequest(changeRequest ? [changeRequest] : []);
  return (
    <section className={css.resolution} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {text('resolution.panel')}
        </h2>
        <Button tone="quiet" onClick={onHide}>
          {text('resolution.hide')}
        </Button>
      </div>
      {isOpen ? null : (
        <Notice>
          <p>{text('resolution.resolved')}</p>
        </Notice>
      )}
      <div className={css.sides}>
        <SentAttempts payout={payout} />
        <div className={css.side}>
          {isOpen && mayResolve ? <ProviderSide payout={payout} onDone={onDone} /> : null}
          {requests.map((request) => (
            <ChangeRequest key={request.id} request={request} onHold={onHold} onDone={onDone} />
          ))}
        </div>
      </div>
    </section>
  );
}
