import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useHolds } from '../../api/viewer.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Status } from '../../design/status.js';
import { formatAmount } from '../../text/amount.js';
import { useText } from '../../text/use-text.js';
import { ChangeRequest } from '../changes/change-request.js';
import { useHeldRequest } from '../changes/use-held-request.js';
import { Evidence } from '../payout/payout-history.js';
import type { Payout } from '../payout/payout-documents.js';
import { type ShownPayout, usePayout } from '../payout/use-payout.js';
import { actionOf } from '../payout/action-button.js';
import { PAYOUT_TONES } from '../payouts/payout-status.js';
import { ProviderSide } from './provider-side.js';
import { SentAttempts } from './sent-attempts.js';
import css from './resolution-page.module.css';

/** Resolves an unconfirmed payout: the sent attempts beside the provider's data. */
export function ResolutionPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/unconfirmed/$id' });
  const text = useText();
  const shown = usePayout(id);
  const { payout, failure, isLoading, reload } = shown;
  if (payout) return <Resolution payout={payout} shown={shown} />;
  return (
    <>
      <PageTitle>{text('unconfirmed.title')}</PageTitle>
      {failure ? <FailureNotice failure={failure} onRetry={reload} /> : null}
      {isLoading ? <Loading /> : null}
      {failure || isLoading ? null : (
        <Notice>
          <p>{text('payout.unknownId', { id })}</p>
        </Notice>
      )}
    </>
  );
}

function Resolution({ payout, shown }: { readonly payout: Payout; readonly shown: ShownPayout }): ReactElement {
  const text = useText();
  const { id, externalId, status, amount, currency, changeRequest } = payout;
  const { reload } = shown;
  const mayResolve = useHolds('payouts:resolve');
  // After a restore the database may lack a sent attempt, so binding is possible in other states as well.
  const isOpen = status === 'UNCONFIRMED' || actionOf(payout, 'BIND')?.isAllowed === true;
  const { shown: requests, onHold } = useHeldRequest(changeRequest ? [changeRequest] : []);
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text('resolution.title', { amount: formatAmount(amount, currency) })}</PageTitle>
        <Status tone={PAYOUT_TONES[status]} word={text(`payout.status.${status}`)} />
        <Link to="/payouts/$id" params={{ id }}>
          {text('payout.title', { id: externalId ?? id })}
        </Link>
      </div>
      {isOpen ? null : (
        <Notice>
          <p>{text('resolution.resolved')}</p>
        </Notice>
      )}
      <div className={css.sides}>
        <div className={css.side}>
          <SentAttempts payout={payout} />
          <Evidence payout={payout} />
        </div>
        <div className={css.side}>
          {isOpen && mayResolve ? <ProviderSide payout={payout} onDone={reload} /> : null}
          {requests.map((request) => (
            <ChangeRequest key={request.id} request={request} onHold={onHold} onDone={reload} />
          ))}
        </div>
      </div>
    </>
  );
}
