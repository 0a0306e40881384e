import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useLacks } from '../../api/viewer.js';
import css from '../../design/detail.module.css';
import { FailureNotice, Loading, MissingScope, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { useText } from '../../text/use-text.js';
import { type CreatedPayout, DESTINATIONS } from './new-payout-documents.js';
import { PayoutForm } from './payout-form.js';

/** Creates a payout by hand. */
export function NewPayoutPage(): ReactElement {
  const text = useText();
  const isLacking = useLacks('payouts:create');
  const navigate = useNavigate();
  const [{ data, error }, execute] = useQuery({ query: DESTINATIONS });
  const [warned, setWarned] = useState<CreatedPayout | null>(null);
  const onCreated = (created: CreatedPayout): void => {
    if (created.warnings.length > 0) setWarned(created);
    else if (created.payout) void navigate({ to: '/payouts/$id', params: { id: created.payout.id } });
  };
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text('newPayout.title')}</PageTitle>
      </div>
      {error && !isLacking ? (
        <FailureNotice
          failure={failureOf(error)}
          onRetry={() => {
            execute();
          }}
        />
      ) : null}
      {data || error || isLacking ? null : <Loading />}
      {isLacking ? <MissingScope scope="payouts:create" /> : null}
      {data && !warned && !isLacking ? (
        <PayoutForm destinations={data.payoutDestinations} onCreated={onCreated} />
      ) : null}
      {warned ? <Warned created={warned} /> : null}
    </>
  );
}

/** Shown if the payout was created with warnings that someone should check. */
function Warned({ created }: { readonly created: CreatedPayout }): ReactElement {
  const text = useText();
  return (
    <Notice>
      <p role="status">{text('newPayout.created')}</p>
      {created.warnings.map(({ message }) => (
        <p key={message} className={css.warning}>
          {message}
        </p>
      ))}
      {created.payout ? (
        <Link to="/payouts/$id" params={{ id: created.payout.id }}>
          {text('newPayout.open')}
        </Link>
      ) : null}
    </Notice>
  );
}
