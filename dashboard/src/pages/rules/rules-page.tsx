import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useAccounts } from '../../api/use-accounts.js';
import { FailureNotice, Loading } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { useWaitingChanges } from '../changes/use-waiting-changes.js';
import { WaitingChange } from '../changes/waiting-change.js';
import { GatePanel } from './gate-panel.js';
import { Limits } from './limits.js';
import { Policies } from './policies.js';
import { RULES } from './rules-documents.js';
import css from './rules.module.css';
import { Terminals } from './terminals.js';

export function RulesPage(): ReactElement {
  const text = useText();
  const [isProposed, setIsProposed] = useState(false);
  const [{ data, error }, execute] = useQuery({ query: RULES });
  const readAgain = (): void => {
    execute();
  };
  useDeskChanges(['GATE', 'POLICY'], readAgain);
  const { waiting, readAgain: readWaiting } = useWaitingChanges(['PAYOUT_POLICY', 'PAYOUT_LIMIT']);
  const onProposed = (): void => {
    setIsProposed(true);
  };
  const accounts = useAccounts();
  const onClose = (): void => {
    readAgain();
    readWaiting();
  };
  const acting = { accounts, onProposed, onClose };
  return (
    <>
      <PageTitle>{text('rules.title')}</PageTitle>
      <div role="status" className={css.proposed}>
        {isProposed ? (
          <>
            {text('rules.proposed')} <Link to="/approvals/changes">{text('rules.toChanges')}</Link>
          </>
        ) : null}
      </div>
      <div className={css.parts}>
        {error ? <FailureNotice failure={failureOf(error)} onRetry={readAgain} /> : null}
        {!data && !error ? <Loading /> : null}
        {data ? (
          <>
            <GatePanel gate={data.payoutGate} onProposed={onProposed} onClose={readAgain} />
            {waiting.map((request) => (
              <WaitingChange key={request.id} request={request} />
            ))}
            <Policies policies={data.payoutPolicies} {...acting} />
            <Limits limits={data.payoutLimits} {...acting} />
          </>
        ) : null}
        <Terminals />
      </div>
    </>
  );
}
